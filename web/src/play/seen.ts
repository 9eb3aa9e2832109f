/** How far something of a match was seen in this browser. */

import { attempt, type Drawer } from "./keeping";

export interface Seen {
  load(): number | null;
  save(number: number): void;
}

type Stored = Pick<Drawer, "getItem" | "setItem">;

/** The last step of a match. */
export const seenIn = (drawer: Stored, match: string): Seen => numberIn(drawer, `armillary.seen.${match}`);

/** The newest line of its chat, by its `seq`. */
export const readIn = (drawer: Stored, match: string): Seen => numberIn(drawer, `armillary.read.${match}`);

/** Where the picture is of the position as it was seen last. */
export const picturePlace = (match: string): string => `armillary.picture.${match}`;

/** That picture, as an address that holds it. */
export function pictureIn(drawer: Pick<Drawer, "getItem">, match: string): string | null {
  const found = attempt(() => drawer.getItem(picturePlace(match)));
  return found?.startsWith("data:image/") ? found : null;
}

function numberIn(drawer: Stored, key: string): Seen {
  return {
    load() {
      const stored = attempt(() => drawer.getItem(key)) ?? "";
      return /^\d{1,10}$/.test(stored) ? Number(stored) : null;
    },
    save: (number) => void attempt(() => drawer.setItem(key, String(number))),
  };
}
