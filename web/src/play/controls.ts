/** What a person sees of a template's slots: one control per path. */

import type { Path, Slot } from "../api";

export type Remove = Extract<Slot, { kind: "remove" }>;
export type Input = Exclude<Slot, Remove>;

export interface Control {
  path: Path;
  /** What can be put there; empty where it can only be removed. */
  inputs: Input[];
  remove: Remove | null;
}

/** The controls in the order of their first slots. */
export function controls(slots: readonly Slot[]): Control[] {
  const found = new Map<string, Control>();
  for (const slot of slots) {
    const key = JSON.stringify(slot.path);
    const control = found.get(key) ?? { path: slot.path, inputs: [], remove: null };
    if (slot.kind === "remove") control.remove = slot;
    else control.inputs.push(slot);
    found.set(key, control);
  }
  return [...found.values()];
}
