/** Tables at which people who do not know each other meet. No DOM. */

import type { GameInfo, MatchLine, NewMatch, SeatPlan } from "../api";
import { recommended } from "./plan";

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
