/** A match that somebody is about to make: who sits where, which match it is, and on what terms. */

import type { GameInfo, Json, MatchInfo, NewMatch, SeatPlan } from "../api";
import { beginnersBot } from "./quick";

export interface Terms {
  pace: MatchInfo["pace"];
  spectators: MatchInfo["spectators"];
  autostart: boolean;
  absent: MatchInfo["absent"];
  /** Null for the game's own way. */
  talk: MatchInfo["talk"] | null;
}

export interface Plan extends Terms {
  seats: readonly SeatPlan[];
  /** The name of a preset; null for settings of one's own. */
  preset: string | null;
  config: Json;
}

export const TERMS: Terms = {
  pace: { kind: "none" },
  spectators: { policy: "public", steps: 0 },
  autostart: true,
  absent: { then: "default", after: 3, bot: null },
  talk: null,
};

/** How the seats beside mine can be filled with one click. */
export type Others = "bot" | "invite" | "open" | "local";

/** A seat of this kind, as complete as it can be. */
export function seatOf(kind: SeatPlan["kind"], number: number, game: GameInfo): SeatPlan {
  if (kind === "bot") return { kind, level: beginnersBot(game.bots)?.name ?? null };
  return kind === "local" ? { kind, name: `Player ${number}` } : { kind };
}

/** This many seats: me, and others of a kind. */
export function filled(count: number, others: Others, game: GameInfo): SeatPlan[] {
  return Array.from({ length: count }, (_, index) => seatOf(index === 0 ? "me" : others, index + 1, game));
}

/** The seats that there are, with as many more like the last one, or fewer. */
export function resized(seats: readonly SeatPlan[], count: number, game: GameInfo): SeatPlan[] {
  const last = seats.at(-1)?.kind ?? "bot";
  const kind = last === "me" ? "bot" : last;
  const kept = seats.slice(0, count);
  const added = Array.from({ length: Math.max(0, count - seats.length) }, (_, index) =>
    seatOf(kind, seats.length + index + 1, game),
  );
  return [...kept, ...added];
}

/** Another seat at this place. I sit on one seat: where I take another, whoever was there gets mine. */
export function seated(seats: readonly SeatPlan[], index: number, plan: SeatPlan): SeatPlan[] {
  const before = seats[index];
  return seats.map((seat, place) => {
    if (place === index) return plan;
    return plan.kind === "me" && seat.kind === "me" && before !== undefined ? before : seat;
  });
}

/** The preset for such seats: `fair` where strangers meet and a game has it, otherwise `standard`. */
export function recommended({ presets }: GameInfo, seats: readonly { readonly kind: string }[]): string {
  const isForStrangers = seats.some(({ kind }) => kind === "open");
  return isForStrangers && presets.some(({ name }) => name === "fair") ? "fair" : "standard";
}

/** The presets of a game, one of them first. */
export function offered({ presets }: GameInfo, first: string): GameInfo["presets"] {
  return [...presets.filter(({ name }) => name === first), ...presets.filter(({ name }) => name !== first)];
}

export function asNewMatch({ seats, preset, config, ...terms }: Plan): NewMatch {
  return { ...terms, seats: [...seats], ...(preset === null ? { config } : { preset }) };
}
