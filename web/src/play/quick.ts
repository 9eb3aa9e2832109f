/** Matches that are made with one click. */

import type { BotListed, GameInfo, MatchInfo, MatchLine, NewMatch, SeatPlan } from "../api";
import { recommended } from "./plan";

/** Whoever plays perfectly needs tables that not every server has, and no person wins: nobody is sent there. */
const STRONGEST_OFFERED = 4;

/** A match against bots is nobody else's to watch, unless it is shared. */
const ALONE: NewMatch["spectators"] = { policy: "none", steps: 0 };

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
  return { seats: [{ kind: "me" }, ...others], preset, spectators: ALONE };
}

/** Does one person play against bots, and nobody else? */
export function isPractice({ seats }: Pick<MatchLine, "seats">): boolean {
  return seats.length > 1 && seats.filter(({ kind }) => kind !== "bot").every(({ you }) => you);
}

/** The same match against the next stronger bot; null where people play too, or nobody is stronger. */
export function oneLevelUp(match: MatchInfo, { bots }: GameInfo): { bot: BotListed; match: NewMatch } | null {
  const strengthOf = (name: string | null): number => bots.find((bot) => bot.name === name)?.strength ?? 0;
  if (!isPractice(match) || match.yours.length !== 1) return null;
  const strength = Math.max(...match.seats.map(({ bot }) => strengthOf(bot)));
  const bot = ladder(bots).find((each) => each.strength > strength);
  if (bot === undefined) return null;
  const seats: SeatPlan[] = match.seats.map(({ you }) => (you ? { kind: "me" } : { kind: "bot", level: bot.name }));
  const { config, pace, spectators } = match;
  return { bot, match: { seats, config, pace, spectators } };
}

/** A table for me and whoever comes, with as few seats as the game allows. */
export function forAnybody(game: GameInfo): NewMatch {
  const others = Array.from({ length: game.seats[0] - 1 }, () => ({ kind: "open" as const }));
  const seats: SeatPlan[] = [{ kind: "me" }, ...others];
  return { seats, preset: recommended(game, seats) };
}

/** Is it such a table, with somebody waiting at it? */
export function waitsForAnybody({ status, pace, seats }: MatchLine, { seats: [fewest] }: GameInfo): boolean {
  const kinds = seats.map(({ kind }) => kind);
  return (
    status === "open" &&
    pace.kind === "none" &&
    seats.length === fewest &&
    kinds.includes("person") &&
    kinds.includes("open") &&
    kinds.every((kind) => kind === "person" || kind === "open")
  );
}
