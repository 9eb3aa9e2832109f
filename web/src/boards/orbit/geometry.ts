/** Where everything is drawn: rings round a star, in the middle of which is the origin. Pure. */

import type { Box, Point } from "../kit/frame";
import type { Arc, Config, Place } from "./things";

/** The radius of the outermost ring; and how much room is left inside the innermost one, in widths of a ring. */
const OUTER = 500;
const INSIDE = 0.62;
/** Ships are this large, of the width of a ring, but within bounds. */
const SHARE = 0.2;
const [SMALLEST, LARGEST] = [8, 17];
/** Where sector 0, and with it the first seat, begins: at the bottom, nearest to whoever sits there. */
const START = 180;
/** So much is left free around the outermost ring. */
const MARGIN = 54;

export type Detail = "far" | "middle" | "near";

/** From afar, ships are drawn larger than they are, so that they can be told apart; from near, smaller. */
const GROWN: { readonly [Seen in Detail]: number } = { far: 1.75, middle: 1, near: 0.6 };
/** So far apart are the middles of two ships, in their radii, that neither hides the other. */
const APART = 2.5;

/** How near one is, by the pixels that the radius of a ship has. */
export function detail(pixels: number): Detail {
  return pixels < 6.5 ? "far" : pixels < 20 ? "middle" : "near";
}

export interface Layout {
  /** How far apart rings are; also how wide each is. */
  readonly width: number;
  /** How far every ring is from the star, and its sectors; the innermost first. */
  readonly rings: readonly { radius: number; sectors: number }[];
  /** The radius of a ship, and that of the star. */
  readonly size: number;
  readonly star: number;
  readonly box: Box;
}

export function layout({ rings }: Config, seen: Detail): Layout {
  const width = OUTER / (rings.length + INSIDE);
  const edge = OUTER + MARGIN;
  return {
    width,
    rings: rings.map(({ sectors }, index) => ({ radius: width * (index + 1 + INSIDE), sectors })),
    size: shipSize(rings.length) * GROWN[seen],
    star: width * INSIDE * 0.55,
    box: { left: -edge, top: -edge, right: edge, bottom: edge },
  };
}

/** How large a ship is drawn among so many rings. */
export function shipSize(rings: number): number {
  return Math.min(LARGEST, Math.max(SMALLEST, (OUTER / (rings + INSIDE)) * SHARE));
}

/** A place on a ring: degrees go clockwise from the top, which is the way ships drift. */
export interface Polar {
  readonly degrees: number;
  readonly radius: number;
}

/** The middle of a sector. */
export function polar({ rings }: Layout, { ring, sector }: Place): Polar {
  const { radius, sectors } = rings[ring - 1] ?? { radius: 0, sectors: 1 };
  return { degrees: START + ((sector + 0.5) * 360) / sectors, radius };
}

export function point({ degrees, radius }: Polar): Point {
  const angle = (degrees * Math.PI) / 180;
  return { x: radius * Math.sin(angle), y: -radius * Math.cos(angle) };
}

/** Neighbouring sectors, as a path along the middle of their ring: to be drawn as wide as the ring. */
export function arcPath({ rings }: Layout, { ring, first, count }: Arc): string {
  const { radius, sectors } = rings[ring - 1] ?? { radius: 0, sectors: 1 };
  const step = 360 / sectors;
  return alongRing(radius, START + first * step, Math.min(count, sectors) * step);
}

/** A path along a ring, from an angle on, prograde. */
export function alongRing(radius: number, from: number, span: number): string {
  const at = (degrees: number): string => spot(point({ degrees, radius }));
  // Half a circle at most in one go: a whole one would begin where it ends.
  const half = `A${round(radius)},${round(radius)} 0 0 1 `;
  return `M${at(from)}${half}${at(from + span / 2)}${half}${at(from + span)}`;
}

/** A curve from one place to another: it leaves along its ring, as a burn does. */
export function transferPath(from: Polar, to: Polar): string {
  const turn = nearest(from.degrees, to.degrees) - from.degrees;
  const control = point({ degrees: from.degrees + turn / 2 + 6, radius: (from.radius + to.radius) / 2 });
  return `M${spot(point(from))}Q${spot(control)} ${spot(point(to))}`;
}

/** The same direction as these degrees, in the turn that is the least way from the degrees before. */
export function nearest(before: number, degrees: number): number {
  return degrees + 360 * Math.round((before - degrees) / 360);
}

/** Ticks between the sectors of a ring, as a pattern of dashes; null where they would run into each other. */
export function ticks({ radius, sectors }: Layout["rings"][number]): string | null {
  const spacing = (2 * Math.PI * radius) / sectors;
  return spacing < 4 ? null : `${TICK} ${spacing - TICK}`;
}

/** How wide a tick is. */
export const TICK = 1.4;

/**
 * Where ships are drawn so that none hides another; in the order of their places.
 *
 * Of those in one sector, two lie side by side across the ring, and further ones along it. Ships in sectors narrower
 * than they are move apart along the ring, each as little as it has to.
 */
export function berths(layout: Layout, places: readonly Place[]): Polar[] {
  const found = new Map<number, Polar>();
  for (const [ring, here] of Map.groupBy(places.keys(), (index) => places[index]?.ring ?? 0)) {
    const sectors = [...Map.groupBy(here, (index) => places[index]?.sector ?? 0)].sort(([one], [other]) => one - other);
    const pairs = sectors.flatMap(([sector, inside]) =>
      Array.from({ length: Math.ceil(inside.length / 2) }, (_, pair) => ({
        at: polar(layout, { ring, sector }),
        ships: inside.slice(2 * pair, 2 * pair + 2),
      })),
    );
    const radius = pairs[0]?.at.radius ?? 0;
    const across = Math.min(layout.size * APART, layout.width * 0.72);
    // As wide as it has to be where it is narrowest: between those on the inner side.
    const gap = ((layout.size * APART) / (radius - across / 2)) * (180 / Math.PI);
    const spread = spreadOut(
      pairs.map(({ at }) => at.degrees),
      gap,
    );
    pairs.forEach(({ ships }, index) =>
      ships.forEach((ship, row) => {
        const outward = ships.length === 1 ? 0 : (row - 0.5) * across;
        found.set(ship, { degrees: spread[index] ?? 0, radius: radius + outward });
      }),
    );
  }
  return places.map((place, index) => found.get(index) ?? polar(layout, place));
}

/**
 * Directions, in rising order, moved apart until any two that follow each other have this gap.
 *
 * Those too close together become a group around their common middle; groups that then meet become one. The last and
 * the first, which meet where the circle begins, are left alone: it takes a full circle of ships to matter.
 */
export function spreadOut(directions: readonly number[], gap: number): number[] {
  const groups: { middle: number; count: number }[] = [];
  for (const direction of directions) {
    let group = { middle: direction, count: 1 };
    let before = groups.at(-1);
    while (before !== undefined && group.middle - before.middle < (gap * (group.count + before.count)) / 2) {
      const count = group.count + before.count;
      group = { middle: (group.middle * group.count + before.middle * before.count) / count, count };
      groups.pop();
      before = groups.at(-1);
    }
    groups.push(group);
  }
  return groups.flatMap(({ middle, count }) =>
    Array.from({ length: count }, (_, index) => middle + (index - (count - 1) / 2) * gap),
  );
}

/** A line moved to its right by so much: several between the same two places lie side by side. */
export function abreast(from: Point, to: Point, by: number): { from: Point; to: Point } {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const moved = ({ x, y }: Point): Point => ({ x: x - Math.sin(angle) * by, y: y + Math.cos(angle) * by });
  return { from: moved(from), to: moved(to) };
}

function spot({ x, y }: Point): string {
  return `${round(x)},${round(y)}`;
}

function round(length: number): number {
  return Math.round(length * 100) / 100;
}
