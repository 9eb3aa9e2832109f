/** Matches that are made with one click. */

import type { BotListed, GameInfo, NewMatch } from "../api";

/** Whoever plays perfectly needs tables that not every server has, and no person wins: nobody is sent there. */
const STRONGEST_OFFERED = 4;

/** The ladder: bots from the weakest to the strongest, as far as one climbs it. */
export function ladder(bots: readonly BotListed[]): BotListed[] {
  const known = bots.filter(({ strength }) => strength <= STRONGEST_OFFERED);
  return (known.length > 0 ? known : [...bots]).toSorted((one, other) => one.strength - other.strength);
}

/** The best opponent for a beginner: the weakest bot that plays to win, or else the strongest there is. */
export function beginnersBot(bots: readonly BotListed[]): BotListed | null {
  const steps = ladder(bots);
  return steps.find(({ strength }) => strength > 1) ?? steps.at(-1) ?? null;
}

/** The next opponent: the weakest that plays to win and was not beaten yet; whoever has beaten all meets the strongest. */
export function nextBot(bots: readonly BotListed[], beaten: ReadonlySet<string>): BotListed | null {
  const rest = ladder(bots).filter(({ name, strength }) => strength > 1 && !beaten.has(name));
  return rest[0] ?? (beaten.size > 0 ? strongest(ladder(bots)) : beginnersBot(bots));
}

export function strongest(bots: readonly BotListed[]): BotListed | null {
  return bots.toSorted((one, other) => other.strength - one.strength)[0] ?? null;
}

/** Me against as few bots as the game allows: this one, or the best for a beginner. Null where a game has no bots. */
export function againstBots(
  { bots, seats: [fewest] }: GameInfo,
  preset: string,
  bot: BotListed | null = beginnersBot(bots),
): NewMatch | null {
  if (bot === null) return null;
  const others = Array.from({ length: fewest - 1 }, () => ({ kind: "bot" as const, level: bot.name }));
  return { seats: [{ kind: "me" }, ...others], preset };
}
