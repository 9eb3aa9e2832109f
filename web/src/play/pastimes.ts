/** Matches against bots that only pass the time until somebody comes to an open table: by table. No DOM. */

import { attempt, type Drawer } from "./keeping";

const KEY = "armillary.pastimes";
const MOST = 20;

type Stored = Pick<Drawer, "getItem" | "setItem">;
type Pastimes = ReadonlyMap<string, string>;

export function pastimesIn(drawer: Stored): Pastimes {
  const found = attempt(() => JSON.parse(drawer.getItem(KEY) ?? "[]") as unknown);
  const pairs = Array.isArray(found) ? found : [];
  return new Map(pairs.filter((pair): pair is [string, string] => Array.isArray(pair) && pair.length === 2));
}

/** While I wait at a table, I play this match. */
export function passTime(drawer: Stored, table: string, match: string): void {
  save(drawer, [...pastimesIn(drawer), [table, match]].slice(-MOST) as [string, string][]);
}

/** The waiting at a table is over: the match that passed the time, if there was one. */
export function endPastime(drawer: Stored, table: string): string | null {
  const pastimes = pastimesIn(drawer);
  const match = pastimes.get(table) ?? null;
  if (match !== null)
    save(
      drawer,
      [...pastimes].filter(([each]) => each !== table),
    );
  return match;
}

function save(drawer: Stored, pastimes: readonly [string, string][]): void {
  attempt(() => drawer.setItem(KEY, JSON.stringify(pastimes)));
}
