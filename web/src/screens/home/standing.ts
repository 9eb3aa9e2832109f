/** Where a match stands, in a few words, for a line of a list. */

import type { MatchLine } from "../../api";
import { ago, counted, listed, within } from "../../play/words";

const RESULTS = { won: "You won", lost: "You lost", drawn: "Draw" } as const;
const OURS = new Set(["person", "local"]);

/** "Your move", "Waiting for Ada and Bob", "1 of 3 seats is free", "You won". */
export function standing(line: MatchLine, names: readonly string[]): string {
  switch (line.status) {
    case "open": {
      const free = line.seats.filter(({ kind }) => kind === "open").length;
      const kept = line.seats.filter(({ kind, bot }) => bot === null && kind !== "open" && !OURS.has(kind)).length;
      if (free > 0) return `${counted(free, "free seat")} of ${line.seats.length}`;
      return kept > 0 ? `Waiting for ${counted(kept, "player")}` : "Ready to start";
    }
    case "playing": {
      if (line.your_move) return "Your move";
      if (line.waiting.length === 0) return "In progress";
      if (line.waiting.length > 3) return `Waiting for ${counted(line.waiting.length, "player")}`;
      return `Waiting for ${listed(line.waiting.map((seat) => names[seat - 1] ?? `seat ${seat}`))}`;
    }
    case "over":
      return line.result === null ? "Over" : RESULTS[line.result];
    case "cancelled":
      return "Cancelled";
  }
}

/** "Territory against Farmer Odd"; of many others, how many. */
export function titled(game: string, { seats }: MatchLine, names: readonly string[]): string {
  const others = seats.flatMap(({ you }, index) => (you ? [] : [names[index] ?? ""]));
  return `${game} against ${others.length > 3 ? counted(others.length, "bot") : listed(others)}`;
}

/** When it has to go on, or when something happened last. */
export function timing(line: MatchLine, now: number): string {
  if (line.status === "playing" && line.deadline !== null) return `Due ${within(line.deadline, now)}`;
  return ago(line.since ?? line.changed_at, now);
}
