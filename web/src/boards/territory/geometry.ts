/** Squares on the map and on the screen. */

import { arrow, type Arrow, type Circle } from "../kit/arrows";
import type { Box, Point } from "../kit/frame";
import { widthOfLosses } from "../kit/losses";

/** The length of a square's side, in units of the drawing; and that of the strip with the numbers along the edges. */
export const CELL = 40;
export const MARGIN = 16;
/** The greatest scale. */
export const CLOSEST = 4;
/** An arrow's head, how much it bends, and how far it stays from the middles of squares. */
export const HEAD = 9;
export const BEND = 0.08;
export const CLEAR = 7;

export type Direction = "U" | "D" | "L" | "R";

const STEPS: { readonly [Way in Direction]: Point } = {
  U: { x: 0, y: -1 },
  D: { x: 0, y: 1 },
  L: { x: -1, y: 0 },
  R: { x: 1, y: 0 },
};

/** Directions may be written in lower case, too. */
export function directionOf(text: string): Direction | null {
  const upper = text.toUpperCase();
  return Object.hasOwn(STEPS, upper) ? (upper as Direction) : null;
}

/** The square next to one. */
export function beside({ x, y }: Point, direction: Direction): Point {
  const step = STEPS[direction];
  return { x: x + step.x, y: y + step.y };
}

/** The middle of a square in the drawing. */
export function middleOf({ x, y }: Point): Point {
  return { x: (x + 0.5) * CELL, y: (y + 0.5) * CELL };
}

/** How far a march is drawn from the line between two middles: past the units and the numbers of both squares. */
const ASIDE = { across: -12, down: 5, better: { across: 11, down: -9 } };

/** A march from a square to the one next to it, as an arrow; one that would have been better lies on the other side. */
export function marchArrow(from: Point, to: Point, isBetter = false): Arrow {
  const [begin, end] = [middleOf(from), middleOf(to)];
  const aside = isBetter ? ASIDE.better : ASIDE;
  const by = from.y === to.y ? { x: 0, y: aside.across } : { x: aside.down, y: 0 };
  const beside = (at: Point): Circle => ({ x: at.x + by.x, y: at.y + by.y, radius: CLEAR });
  return arrow(beside(begin), beside(end), HEAD, BEND);
}

/** What a fight cost, as large as it fits into its square. */
export function lossSize(losses: readonly { amount: number }[]): number {
  return Math.min(10, (CELL - 2) / widthOfLosses(losses));
}

/** Is what a fight cost written below the units? It is wider than its square: it gives way to its left neighbour's. */
export function isLossBelow({ x, y }: Point, losses: ReadonlyMap<string, unknown>): boolean {
  const left = { x: x - 1, y };
  return losses.has(squareThing(left)) && !isLossBelow(left, losses);
}

/** Everything there is to see of a map. */
export function boxOf(size: number): Box {
  return { left: -MARGIN, top: -MARGIN, right: size * CELL + 2, bottom: size * CELL + 2 };
}

/** The id of a square, and the square of an id; null where it is none. */
export function squareThing({ x, y }: Point): string {
  return `square:${x},${y}`;
}

export function squareOf(thing: string | null): Point | null {
  const found = /^square:(\d+),(\d+)$/.exec(thing ?? "");
  return found === null ? null : { x: Number(found[1]), y: Number(found[2]) };
}

/**
 * A mark and a number beside it, in the middle of a square: how large they are, and where they begin.
 *
 * Numbers are never smaller than can be read: where that leaves no room for a mark, they stand alone.
 */
export function stackOf(digits: number, readable = 0): { size: number; left: number | null } {
  const share = 1.14 + 0.7 * digits;
  const size = Math.max(readable, Math.min(14, (CELL - 6) / share));
  if (size * share <= CELL - 3) return { size, left: (-size * share) / 2 };
  return { size: Math.max(readable, Math.min(26, (CELL - 4) / (0.62 * digits))), left: null };
}

/** A line through values from left to right, as the points of a polyline. */
export function polyline(values: readonly number[], most: number, width: number, height: number): string {
  const step = width / Math.max(1, values.length - 1);
  const y = (value: number): number => height - (height * value) / Math.max(1, most);
  return values.map((value, index) => `${round(index * step)},${round(y(value))}`).join(" ");
}

function round(length: number): number {
  return Math.round(length * 10) / 10;
}
