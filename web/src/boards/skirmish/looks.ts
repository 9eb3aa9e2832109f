/** What planets look like: those with a class by their class, all others by their id. */

import type { Of } from "../../api";
import type { Planet } from "./adapter";

const NATURAL = ["rocky", "ocean", "gas", "ice", "ringed"] as const;

export type Look = (typeof NATURAL)[number] | Of<"skirmish", "PlanetClass">;

export function lookOf({ id, class: kind }: Pick<Planet, "id" | "class">): Look {
  if (kind != null) return kind;
  const sum = [...id].reduce((hash, letter) => (hash * 31 + (letter.codePointAt(0) ?? 0)) % 65_521, 7);
  return NATURAL[sum % NATURAL.length] ?? "rocky";
}

/** A ship looks the stronger the higher its card stands in the fleet. */
export function hullOf(card: number, fleet: readonly number[]): 0 | 1 | 2 | 3 {
  const weaker = fleet.filter((other) => other < card).length;
  const most = Math.max(1, fleet.length - 1);
  return Math.min(3, Math.floor((4 * weaker) / most)) as 0 | 1 | 2 | 3;
}
