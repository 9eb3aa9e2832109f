/** How far something of a match was seen in this browser. */

import { attempt, type Drawer } from "./drafts";

export interface Seen {
  load(): number | null;
  save(number: number): void;
}

type Stored = Pick<Drawer, "getItem" | "setItem">;

/** The last step of a match. */
export const seenIn = (drawer: Stored, match: string): Seen => numberIn(drawer, `armillary.seen.${match}`);

/** The newest line of its chat, by its `seq`. */
export const readIn = (drawer: Stored, match: string): Seen => numberIn(drawer, `armillary.read.${match}`);

function numberIn(drawer: Stored, key: string): Seen {
  return {
    load() {
      const stored = attempt(() => drawer.getItem(key)) ?? "";
      return /^\d{1,10}$/.test(stored) ? Number(stored) : null;
    },
    save: (number) => void attempt(() => drawer.setItem(key, String(number))),
  };
}
