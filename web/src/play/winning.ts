/** Remembering whom somebody has beaten. No DOM. */

import type { GameInfo, MatchInfo, Outcome } from "../api";
import { beatenBots, KEY } from "./beaten";
import { attempt, type Drawer } from "./keeping";

/** Remember a match that was won alone against bots. Who was weaker than the strongest of them is beaten as well. */
export function remember(drawer: Drawer, match: MatchInfo, { slug, bots }: GameInfo, outcome: Outcome): void {
  const [you] = match.yours;
  if (!match.practice || you === undefined || outcome.winners.length !== 1 || outcome.winners[0] !== you) return;
  const met = bots.filter(({ name }) => match.seats.some(({ bot }) => bot === name));
  const strength = Math.max(...met.map((bot) => bot.strength));
  const won = bots.filter((bot) => bot.strength <= strength).map(({ name }) => name);
  const kept = beatenBots(drawer);
  attempt(() =>
    drawer.setItem(KEY, JSON.stringify({ ...kept, [slug]: [...new Set([...(kept[slug] ?? []), ...won])] })),
  );
}
