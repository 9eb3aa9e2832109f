/** The last step of a match that was seen in this browser. */

import { attempt, type Drawer } from "./drafts";

export interface Seen {
  load(): number | null;
  save(step: number): void;
}

export function seenIn(drawer: Pick<Drawer, "getItem" | "setItem">, match: string): Seen {
  const key = `armillary.seen.${match}`;
  return {
    load() {
      const stored = attempt(() => drawer.getItem(key)) ?? "";
      return /^\d{1,9}$/.test(stored) ? Number(stored) : null;
    },
    save: (step) => void attempt(() => drawer.setItem(key, String(step))),
  };
}
