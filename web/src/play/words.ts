/** What more than one screen says: times, paces, numbers of players. */

import type { BotListed, GameInfo, MatchInfo, Pace, SeatInfo } from "../api";
import { characterName } from "./characters";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "1 player", "3 players". */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** "Ada", "Ada and Bob", "Ada, Bob and Cleo". */
export function listed(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/** "2–8 players", "5–15 minutes"; "2 players" where both ends are the same. */
export function ranged([low, high]: readonly [number, number], one: string): string {
  return low === high ? counted(low, one) : `${low}–${high} ${one}s`;
}

/** What a card says below the summary of a game. */
export function lengthAndSeats({ minutes, seats }: Pick<GameInfo, "minutes" | "seats">): string {
  return `${ranged(seats, "player")} · ${ranged(minutes, "minute")}`;
}

/** A length of time in its largest unit: "5 minutes", "3 hours", "2 days". */
function length(milliseconds: number): string {
  if (milliseconds < HOUR) return counted(Math.round(milliseconds / MINUTE), "minute");
  if (milliseconds < 2 * DAY) return counted(Math.round(milliseconds / HOUR), "hour");
  return counted(Math.round(milliseconds / DAY), "day");
}

/** "just now", "5 minutes ago", "2 days ago". */
export function ago(then: number, now: number): string {
  return now - then < MINUTE ? "just now" : `${length(now - then)} ago`;
}

/** "in 3 hours", "in less than a minute". */
export function within(then: number, now: number): string {
  return then - now < MINUTE ? "in less than a minute" : `in ${length(then - now)}`;
}

const SOON = 2 * 86_400_000;

/** When a match ends by itself, if it does: "Cancelled in 6 days unless it starts", "Deleted in 30 days". */
export function expiryTold(
  { status, expires_at }: Pick<MatchInfo, "status" | "expires_at">,
  now: number,
): string | null {
  if (expires_at === null) return null;
  const when = within(expires_at, now);
  if (status === "playing") return expires_at - now < SOON ? `Ends ${when} unless you play on` : null;
  return status === "open" ? `Cancelled ${when} unless it starts` : `Deleted ${when}`;
}

/** How fast a match is played. */
export function paceTold(pace: Pace): string {
  switch (pace.kind) {
    case "none":
      return "No clock";
    case "live":
      return `Live, ${pace.seconds % 60 === 0 ? counted(pace.seconds / 60, "minute") : counted(pace.seconds, "second")} per phase`;
    case "correspondence":
      return pace.hours == null ? "Correspondence" : `Correspondence, ${length(pace.hours * HOUR)} per round`;
  }
}

/** A code word as people write it: "space_faring_world" is "Space faring world". */
export function worded(code: string): string {
  const words = code.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Why something failed, as a sentence. */
export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The level of a bot as records write it: "bot:easy". */
const levelOf = (player: string): string | null => /^bot:(.+)$/.exec(player)?.[1] ?? null;

/** The bot on a seat, by its name. */
const botOn = ({ kind, name, bot }: SeatInfo): string | null => (kind === "recorded" ? levelOf(name) : bot);

/** What seats are called, seat 1 first: people and bots by their names, bots without one by their titles. */
export function seatNames(seats: readonly SeatInfo[], game: string, bots: readonly BotListed[]): string[] {
  return seats.map((each) => {
    const { name, seat } = each;
    const bot = botOn(each);
    if (bot === null) return name;
    const called = levelName(bot, game, bots);
    const isAlone = seats.filter((one) => botOn(one) === bot).length === 1;
    return isAlone ? called : `${called} ${seat}`;
  });
}

/** What a bot is called that is known by its level only. */
export function levelName(level: string, game: string, bots: readonly BotListed[]): string {
  const title = bots.find(({ name }) => name === level)?.title ?? worded(level);
  return characterName(game, level) ?? `${title} bot`;
}

/** A player as a history has them: a bot is written as its level there. */
export function playerName(player: string, game: string, bots: readonly BotListed[]): string {
  const level = levelOf(player);
  return level === null ? player : levelName(level, game, bots);
}
