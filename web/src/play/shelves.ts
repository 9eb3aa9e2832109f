/** My matches as home groups them. Pure. */

import type { MatchLine } from "../api";

export interface Shelves {
  /** People wait for me. */
  yourMove: readonly MatchLine[];
  /** The match against bots that I left last, to go on with. */
  left: MatchLine | null;
  /** The same for every game. */
  leftIn: ReadonlyMap<string, MatchLine>;
  /** The other matches with people, those that go on first. */
  others: readonly MatchLine[];
  over: readonly MatchLine[];
  withBots: readonly MatchLine[];
  /** How many matches against bots are hidden. */
  hidden: number;
}

/** `pastimes`: matches that pass the time until somebody comes to a table, by table. */
export function shelved(
  mine: readonly MatchLine[],
  isHidden: (id: string) => boolean,
  pastimes: ReadonlyMap<string, string>,
): Shelves {
  const withPeople = mine.filter(({ practice }) => !practice);
  const practice = mine.filter(({ practice }) => practice).toSorted((one, other) => other.changed_at - one.changed_at);
  const withBots = practice.filter(({ id }) => !isHidden(id));
  const begun = new Set(mine.filter(({ status }) => status === "playing").map(({ id }) => id));
  const setAside = new Set([...pastimes].filter(([table]) => begun.has(table)).map(([, match]) => match));
  const toGoOnWith = withBots.filter(
    ({ id, status, origin }) => status === "playing" && origin !== "fork" && !setAside.has(id),
  );
  return {
    yourMove: withPeople.filter(({ your_move }) => your_move),
    left: toGoOnWith[0] ?? null,
    leftIn: new Map(toGoOnWith.toReversed().map((line) => [line.game, line])),
    others: withPeople.filter(({ your_move, status }) => !your_move && status !== "over"),
    over: withPeople.filter(({ status }) => status === "over"),
    withBots,
    hidden: practice.length - withBots.length,
  };
}
