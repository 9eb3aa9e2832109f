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
const GROWN: { readonly [Seen in Detail]: number } = { far: 2, middle: 1, near: 0.6 };

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

/** Things that lie in one place, side by side across their ring: how far each is from its middle. */
export function aside(index: number, among: number, { width, size }: Layout): number {
  const step = Math.min(size * 2.5, (width * 0.7) / Math.max(1, among - 1));
  return (index - (among - 1) / 2) * step;
}

function spot({ x, y }: Point): string {
  return `${round(x)},${round(y)}`;
}

function round(length: number): number {
  return Math.round(length * 100) / 100;
}
