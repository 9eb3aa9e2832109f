/** Squares on the map and on the screen. */

import type { Box, Point } from "../kit/frame";

/** The length of a square's side, in units of the drawing; and that of the strip with the numbers along the edges. */
export const CELL = 40;
export const MARGIN = 16;
/** The greatest scale. */
export const CLOSEST = 4;

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

/** A mark and a number beside it, in the middle of a square: how large they are, and where they begin. */
export function stackOf(digits: number): { size: number; left: number } {
  const share = 1.14 + 0.7 * digits;
  const size = Math.min(14, (CELL - 6) / share);
  return { size, left: (-size * share) / 2 };
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
