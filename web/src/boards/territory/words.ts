/** Names of what is on the map, and what can be done with it. */

import type { Json } from "../../api";
import { counted } from "../../play/words";
import type { Square } from "./adapter";
import { directionOf, squareOf } from "./geometry";
import type { Plan, Sent } from "./plan";

const WAYS = { U: "up", D: "down", L: "left", R: "right" } as const;

export function placeWords(thing: string | null): string {
  const square = squareOf(thing);
  return square === null ? "" : `(${square.x},${square.y})`;
}

/** "3 right from (0,1)". */
export function wayWords({
  x,
  y,
  direction,
  units,
}: {
  x: number;
  y: number;
  direction: string;
  units: number;
}): string {
  return `${units} ${way(direction)} from (${x},${y})`;
}

export function way(direction: string): string {
  return WAYS[directionOf(direction) ?? "U"];
}

/** All there is to say of a square: "(0,1), yours, 8 units, resource square, 3 going right". */
export function squareWords(square: Square, owner: string | null, sent: readonly Sent[]): string {
  const parts = [placeWords(square.thing), owner ?? "free"];
  if (square.units > 0) parts.push(counted(square.units, "unit"));
  if (square.isResource) parts.push("resource square");
  for (const { from, command } of sent) {
    if (from === square.thing && command !== null) parts.push(`${command.units} going ${way(command.direction)}`);
  }
  return parts.join(", ");
}

/** What to do with an own square, or why nothing can be done. */
export function hintFor(square: Square, plan: Plan): string {
  const left = plan.offers.get(square.thing)?.values().next().value?.units;
  if (left !== undefined) return `${counted(left, "unit")} can go: choose a neighbour.`;
  if (plan.sent.length >= plan.most) return `No more than ${counted(plan.most, "command")} per round.`;
  return "All its units are on their way.";
}

/** An order without marches, in words. */
export function orderWords(order: Json): string {
  const text = typeof order === "object" && order !== null && "text" in order ? order["text"] : null;
  if (typeof text === "string") return text.trim() === "" ? "nothing declared" : `“${text}”`;
  return "no units march";
}

/** A count that fits into a square. */
export function short(count: number): string {
  return count < 10_000 ? String(count) : `${Math.floor(count / 1000)}k`;
}
