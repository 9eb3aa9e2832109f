/** Which thing is meant: by a tap, or by an arrow key. Pure. */

import { distance, type Point } from "./frame";

/** Something on a map that can be tapped. */
export interface Thing extends Point {
  readonly id: string;
  /** How far it reaches from its middle. */
  readonly radius: number;
}

/** Pixels from its edge in which a thing is still hit, and around a tap in which two things are too close to choose. */
export const REACH = 24;
export const CROWD = 12;

export type Hit =
  { readonly kind: "thing"; readonly id: string } | { readonly kind: "crowd"; readonly ids: readonly string[] };

/**
 * What a tap hits; null where nothing is near.
 *
 * The tap is in the map's units, of which one is `scale` pixels. What is drawn large enough to aim at is hit by a tap
 * on it. Of things that are too close together to choose from, all are named, unless this is as near as one gets.
 */
export function hit(things: readonly Thing[], tap: Point, scale: number, isClosest: boolean): Hit | null {
  const near = things
    .map(({ id, radius, ...at }) => ({ id, radius: radius * scale, away: distance(at, tap) * scale }))
    .filter(({ radius, away }) => away - radius <= REACH)
    .sort((one, other) => one.away - one.radius - (other.away - other.radius) || one.away - other.away);
  const inside = near.filter(({ radius, away }) => radius >= CROWD && away <= radius);
  const meant = inside.sort((one, other) => one.away - other.away)[0] ?? near[0];
  if (meant === undefined) return null;
  const crowd = near.filter(({ away }) => away <= CROWD);
  if (crowd.length > 1 && inside.length === 0 && !isClosest) return { kind: "crowd", ids: crowd.map(({ id }) => id) };
  return { kind: "thing", id: meant.id };
}

const DIRECTIONS: { readonly [key: string]: Point } = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/**
 * The nearest thing that way, by the name of an arrow key; null where there is none, or where it is another key.
 *
 * What lies more that way than to the side comes first: then everything is reached by the two keys around it.
 */
export function towards(things: readonly Thing[], from: Thing, key: string): string | null {
  const direction = DIRECTIONS[key];
  if (direction === undefined) return null;
  const others = things
    .filter(({ id }) => id !== from.id)
    .map(({ id, x, y }) => {
      const [dx, dy] = [x - from.x, y - from.y];
      const along = dx * direction.x + dy * direction.y;
      return { id, along, aside: Math.abs(dx * direction.y) + Math.abs(dy * direction.x) };
    })
    .filter(({ along }) => along > 0)
    .map((other) => ({ ...other, isAhead: other.aside <= other.along }))
    .sort((a, b) => Number(b.isAhead) - Number(a.isAhead) || a.along + 2 * a.aside - (b.along + 2 * b.aside));
  return others[0]?.id ?? null;
}
