/** Whom somebody has beaten, game by game: what this browser remembers of the ladder. No DOM. */

import type { GameInfo, MatchInfo, Outcome } from "../api";
import { attempt, type Drawer } from "./drafts";

const KEY = "armillary.beaten";

type Kept = { [game: string]: readonly string[] };

export function beatenIn(drawer: Drawer, game: string): ReadonlySet<string> {
  return new Set(load(drawer)[game] ?? []);
}

/** Remember a match that was won alone against bots. Who was weaker than the strongest of them is beaten as well. */
export function remember(drawer: Drawer, match: MatchInfo, { slug, bots }: GameInfo, outcome: Outcome): void {
  const [you] = match.yours;
  if (!match.practice || you === undefined || outcome.winners.length !== 1 || outcome.winners[0] !== you) return;
  const met = bots.filter(({ name }) => match.seats.some(({ bot }) => bot === name));
  const strength = Math.max(...met.map((bot) => bot.strength));
  const won = bots.filter((bot) => bot.strength <= strength).map(({ name }) => name);
  const kept = load(drawer);
  attempt(() =>
    drawer.setItem(KEY, JSON.stringify({ ...kept, [slug]: [...new Set([...(kept[slug] ?? []), ...won])] })),
  );
}

function load(drawer: Drawer): Kept {
  const found = attempt(() => JSON.parse(drawer.getItem(KEY) ?? "{}") as unknown);
  const isKept = typeof found === "object" && found !== null && Object.values(found).every(Array.isArray);
  return isKept ? (found as Kept) : {};
}
