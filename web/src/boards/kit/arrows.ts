/** Arrows between things on a map, as paths. Pure. */

import { distance, type Point } from "./frame";

export interface Arrow {
  line: string;
  head: string;
  /** The middle of the line: where a count stands. */
  middle: Point;
}

export interface Circle extends Point {
  readonly radius: number;
}

/** The least part of the way between two middles that an arrow is drawn on. */
const LEAST = 0.6;

/**
 * An arrow from the edge of one thing to that of another.
 *
 * It bends to the left of its way, by a part of its length, so that arrows there and back lie apart.
 */
export function arrow(from: Circle, to: Circle, head: number, bend: number): Arrow {
  const length = distance(from, to);
  const taken = from.radius + to.radius;
  const shrink = Math.min(1, (length * (1 - LEAST)) / Math.max(taken, 1e-6));
  const size = Math.min(head, length * LEAST * 0.4);
  const turn = { x: (to.y - from.y) * bend, y: (from.x - to.x) * bend };
  const control = { x: (from.x + to.x) / 2 + turn.x, y: (from.y + to.y) / 2 + turn.y };
  const start = along(from, control, from.radius * shrink);
  const tip = along(to, control, to.radius * shrink);
  const base = along(tip, control, size);
  const side = { x: ((tip.y - base.y) * 5) / 9, y: ((base.x - tip.x) * 5) / 9 };
  return {
    line: `M${spot(start)}Q${spot(control)} ${spot(base)}`,
    head: `M${spot(tip)}L${spot({ x: base.x + side.x, y: base.y + side.y })}L${spot({ x: base.x - side.x, y: base.y - side.y })}Z`,
    middle: { x: (start.x + 2 * control.x + base.x) / 4, y: (start.y + 2 * control.y + base.y) / 4 },
  };
}

/** The point this far from one towards another. */
export function along(from: Point, to: Point, far: number): Point {
  const length = distance(from, to) || 1;
  return { x: from.x + ((to.x - from.x) * far) / length, y: from.y + ((to.y - from.y) * far) / length };
}

function spot({ x, y }: Point): string {
  return `${Math.round(x * 100) / 100},${Math.round(y * 100) / 100}`;
}
