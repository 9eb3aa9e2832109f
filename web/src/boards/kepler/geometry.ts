/** Where everything is drawn. Every map is scaled to the same spacing, whatever its own units are. Pure. */

import type { Of } from "../../api";
import type { Circle } from "../kit/arrows";
import { boxAround, type Box, type Point } from "../kit/frame";

export type View = Of<"kepler", "View">;
export type Setup = Of<"kepler", "PublicSetup">;

/** How far apart most linked regions are drawn. */
export const SPACING = 100;
/** The radius of a region with room enough around it, and in the tightest place; and how much of the room it takes. */
const LARGE = 31;
const SMALL = 3;
const SHARE = 0.34;
/** Pixels that the radius of the smallest region has when one is closest. */
const CLOSEST = 90;

export interface Layout {
  readonly places: ReadonlyMap<string, Circle>;
  /** The radius that most regions have, or more. */
  readonly radius: number;
  readonly box: Box;
  readonly closest: number;
}

export function layout({ match, extent, spacing }: Setup): Layout {
  const unit = SPACING / spacing;
  const points = match.map.regions.map(({ id, x, y }) => ({
    id,
    x: (x - extent.left) * unit,
    y: (y - extent.top) * unit,
  }));
  const places = points.map(({ id, x, y }) => {
    let room = Infinity;
    for (const other of points) if (other.id !== id) room = Math.min(room, Math.hypot(other.x - x, other.y - y));
    return { id, x, y, radius: Math.max(SMALL, Math.min(LARGE, room * SHARE)) };
  });
  const radii = places.map(({ radius }) => radius).sort((one, other) => one - other);
  const [least = SMALL, radius = SMALL] = [radii[0], radii[radii.length >> 1]];
  const around = boxAround(points, radius * 1.4);
  return {
    places: new Map(places.map(({ id, ...place }) => [id, place])),
    radius,
    // Names stand below their regions, or above them.
    box: { ...around, top: around.top - radius * 0.4, bottom: around.bottom + radius * 0.5 },
    closest: CLOSEST / least,
  };
}

/** How far from the middle of a region the line of its name is, in its radius. */
export const NAME_AT = 1.6;

/**
 * Does a number on an arrow stand where the name of a region would, below it, and none above it?
 *
 * `reach` is how far to either side of the region's middle the name and a number need room.
 */
export function isNameAbove({ x, y, radius }: Circle, reach: number, numbers: readonly Point[]): boolean {
  const isTaken = (line: number): boolean =>
    numbers.some((at) => Math.abs(at.x - x) < reach && Math.abs(at.y - line) < radius * 0.7);
  return isTaken(y + radius * NAME_AT) && !isTaken(y - radius * NAME_AT);
}

export type Detail = "far" | "middle" | "near";

/** How much can be made out of regions of this radius, in pixels: their marks, also numbers, also all names. */
export function detail(pixels: number): Detail {
  return pixels < 11 ? "far" : pixels < 20 ? "middle" : "near";
}

export type LinkKind = "open" | "closed";

export interface Link {
  readonly id: string;
  readonly one: string;
  readonly other: string;
  readonly kind: LinkKind;
  /** How many turns a move over it takes. */
  readonly turns: number;
  /** The turn with which it opens or closes next; null where it stays as it is. */
  readonly changes: number | null;
}

/** All links that are open now, and those that are closed now but belong to the map or will open. */
export function links(view: View, { match }: Setup): Link[] {
  const { map, extensions } = match;
  const costs = new Map(
    (extensions?.transit_costs ? (map.costs ?? []) : []).map(([one, other, turns]) => [key(one, other), turns]),
  );
  const schedule = (extensions?.dynamic_topology ? (map.schedule ?? []) : []).filter(({ turn }) => turn > view.turn);
  const shut = new Set(view.closed.map(([one, other]) => key(one, other)));
  const open = [...map.links, ...view.opened].filter(([one, other]) => !shut.has(key(one, other)));
  const isOpen = new Set(open.map(([one, other]) => key(one, other)));
  const closed = [...view.closed, ...schedule.flatMap(({ opens }) => opens ?? [])];
  const all = new Map([...open, ...closed].map((link) => [key(...link), link]));
  return [...all].map(([id, [one, other]]) => {
    const ways = (change: (typeof schedule)[number]): readonly [string, string][] =>
      (isOpen.has(id) ? change.closes : change.opens) ?? [];
    const next = schedule.filter((change) => ways(change).some((link) => key(...link) === id)).map(({ turn }) => turn);
    return {
      id,
      one,
      other,
      kind: isOpen.has(id) ? "open" : "closed",
      turns: costs.get(id) ?? 1,
      changes: next.length > 0 ? Math.min(...next) : null,
    };
  });
}

/** The same for both directions. */
export function key(one: string, other: string): string {
  return one < other ? `${one}-${other}` : `${other}-${one}`;
}
