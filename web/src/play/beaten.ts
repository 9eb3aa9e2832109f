/** Whom somebody has beaten, game by game: what this browser remembers of the ladder. No DOM. */

import { attempt, type Drawer } from "./keeping";

export const KEY = "armillary.beaten";

type Kept = { [game: string]: readonly string[] };

export function beatenIn(drawer: Drawer, game: string): ReadonlySet<string> {
  return new Set(beatenBots(drawer)[game] ?? []);
}

/** The bots that were beaten, by game. */
export function beatenBots(drawer: Drawer): Kept {
  const found = attempt(() => JSON.parse(drawer.getItem(KEY) ?? "{}") as unknown);
  const isKept = typeof found === "object" && found !== null && Object.values(found).every(Array.isArray);
  return isKept ? (found as Kept) : {};
}
