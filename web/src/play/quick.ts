/** Matches that are made with one click. */

import type { BotListed, GameInfo, NewMatch } from "../api";

/** The best opponent for a beginner: the weakest bot that plays to win, or else the strongest there is. */
export function beginnersBot(bots: readonly BotListed[]): BotListed | null {
  const weakestFirst = [...bots].sort((one, other) => one.strength - other.strength);
  return weakestFirst.find(({ strength }) => strength > 1) ?? weakestFirst.at(-1) ?? null;
}

/** Me against as few bots as the game allows; null where a game has no bots. */
export function againstBots({ bots, seats: [fewest] }: GameInfo, preset: string): NewMatch | null {
  const bot = beginnersBot(bots);
  if (bot === null) return null;
  const others = Array.from({ length: fewest - 1 }, () => ({ kind: "bot" as const, level: bot.name }));
  return { seats: [{ kind: "me" }, ...others], preset };
}
