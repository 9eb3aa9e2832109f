/** What fights have cost. Pure. */

import type { Beat } from "../../play/reveals";

/** What every seat lost, by the place that was fought for. */
export type Losses = ReadonlyMap<string, readonly { seat: number; amount: number }[]>;

/** The losses that some beats of this kind show. */
export function lossesIn(beats: readonly Beat[], kind: string): Losses {
  const found = new Map<string, { seat: number; amount: number }[]>();
  for (const { kind: shown, thing, seat, amount } of beats) {
    if (shown !== kind || thing === null || seat === null) continue;
    found.set(thing, [...(found.get(thing) ?? []), { seat, amount: amount ?? 0 }]);
  }
  return found;
}
