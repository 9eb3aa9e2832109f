/** Going on after a match against bots: against the next stronger one. No DOM. */

import type { BotListed, GameInfo, MatchInfo, NewMatch, SeatPlan } from "../api";
import { ladder } from "./quick";

/** The same match against the next stronger bot; null where people play too, or nobody is stronger. */
export function oneLevelUp(match: MatchInfo, { bots }: GameInfo): { bot: BotListed; match: NewMatch } | null {
  const strengthOf = (name: string | null): number => bots.find((bot) => bot.name === name)?.strength ?? 0;
  if (!match.practice || match.yours.length !== 1) return null;
  const strength = Math.max(...match.seats.map(({ bot }) => strengthOf(bot)));
  const bot = ladder(bots).find((each) => each.strength > strength);
  if (bot === undefined) return null;
  const seats: SeatPlan[] = match.seats.map(({ you }) => (you ? { kind: "me" } : { kind: "bot", level: bot.name }));
  const { config, pace } = match;
  return { bot, match: { seats, config, pace } };
}
