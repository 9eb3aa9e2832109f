/** Matches that are made with one click. */

import type { BotListed, GameInfo, MatchInfo, NewMatch, SeatPlan } from "../api";

/** The best opponent for a beginner: the weakest bot that plays to win, or else the strongest there is. */
export function beginnersBot(bots: readonly BotListed[]): BotListed | null {
  const weakestFirst = [...bots].sort((one, other) => one.strength - other.strength);
  return weakestFirst.find(({ strength }) => strength > 1) ?? weakestFirst.at(-1) ?? null;
}

export function strongest(bots: readonly BotListed[]): BotListed | null {
  return bots.toSorted((one, other) => other.strength - one.strength)[0] ?? null;
}

/** Me against as few bots as the game allows; null where a game has no bots. */
export function againstBots({ bots, seats: [fewest] }: GameInfo, preset: string): NewMatch | null {
  const bot = beginnersBot(bots);
  if (bot === null) return null;
  const others = Array.from({ length: fewest - 1 }, () => ({ kind: "bot" as const, level: bot.name }));
  return { seats: [{ kind: "me" }, ...others], preset };
}

/** The same match against the next stronger bot; null where people play too, or nobody is stronger. */
export function oneLevelUp(match: MatchInfo, { bots }: GameInfo): { bot: BotListed; match: NewMatch } | null {
  const strengthOf = (name: string | null): number => bots.find((bot) => bot.name === name)?.strength ?? 0;
  const others = match.seats.filter(({ you }) => !you);
  if (others.length === 0 || match.yours.length !== 1 || others.some(({ kind }) => kind !== "bot")) return null;
  const strength = Math.max(...others.map(({ bot }) => strengthOf(bot)));
  const stronger = bots.filter((bot) => bot.strength > strength);
  const bot = stronger.toSorted((one, other) => one.strength - other.strength)[0];
  if (bot === undefined) return null;
  const seats: SeatPlan[] = match.seats.map(({ you }) => (you ? { kind: "me" } : { kind: "bot", level: bot.name }));
  const { config, pace, spectators } = match;
  return { bot, match: { seats, config, pace, spectators } };
}
