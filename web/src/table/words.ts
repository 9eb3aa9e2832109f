/** What a table says that the server does not: rounds, clocks and the states of players. */

import type { MatchInfo, Phase, Table } from "../api";

/** "Battle 3"; where a round has several phases, "Round 2, commands"; where it has a turn for each seat, "Round 2". */
export function roundTitle(phase: Phase): string {
  return isWhole(phase) || phase.name === "turn" ? roundName(phase) : `${roundName(phase)}, ${phase.name}`;
}

/** "Battle 3", "Turn 4", "Round 2": a whole round, in the game's own word. */
export function roundName(phase: Phase): string {
  return `${roundWord(phase)} ${phase.round}`;
}

/** "Battle", "Turn", "Round": what the game calls a round. */
export function roundWord(phase: Phase): string {
  const word = isWhole(phase) ? phase.name : "round";
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

/** Is the phase all of its round? */
function isWhole({ name, part: [, parts] }: Phase): boolean {
  return parts === 1 && !/\d$/.test(name);
}

/** What a table on show is called: its turn, or that the match is over. */
export function positionTitle({ outcome, phase }: Table): string {
  return outcome === null ? roundTitle(phase) : "Over";
}

/** The time that is left, or was: "2 d 4 h", "3 h 20 min", "4:05". */
export function span(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0) return `${days} d ${hours % 24} h`;
  if (hours > 0) return `${hours} h ${minutes % 60} min`;
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}

export interface Around {
  table: Table;
  isSimultaneous: boolean;
  offers: readonly number[];
  away: readonly number[];
  /** Has the match ended, though its end may still be shown? */
  isOver: boolean;
}

/** What a player is doing, in a word or two; empty where there is nothing to say. */
export function stateOf(seat: number, { table, isSimultaneous, offers, away, isOver }: Around): string {
  const { outcome, resigned, submitted, to_act } = table;
  if (resigned.includes(seat)) return "resigned";
  if (outcome !== null) return outcome.winners.includes(seat) ? "won" : "";
  if (isOver) return "";
  if (offers.includes(seat)) return "offers a draw";
  if (submitted.includes(seat)) return "ready";
  const isToAct = to_act.includes(seat);
  if (away.includes(seat)) return isToAct ? "away, to move" : "away";
  if (isToAct) return "thinking";
  return isSimultaneous ? "out" : "";
}

/** What has become of a seat, to whoever had it until now. */
export function seatLeftTold(
  { then, bot }: MatchInfo["absent"],
  hasResigned: boolean,
  called: (level: string) => string,
): string {
  const why = hasResigned ? "You resigned." : "This seat is no longer yours.";
  return then === "bot" && bot != null
    ? `${why} ${called(bot)} plays on for you.`
    : `${why} Another player can take the seat over.`;
}
