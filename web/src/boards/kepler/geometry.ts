/** Where everything is drawn. Every map is scaled to the same spacing, whatever its own units are. Pure. */

import type { Of } from "../../api";
import type { Circle } from "../kit/arrows";
import { boxAround, type Box } from "../kit/frame";

export type View = Of<"kepler", "View">;
export type Setup = Of<"kepler", "PublicSetup">;

/** How far apart most linked regions are drawn. */
export const SPACING = 100;
/** The radius of a region on a map with room enough, and on the most crowded one. */
const LARGE = 27;
const SMALL = 3;
/** Pixels that the radius of a region has when one is closest. */
const CLOSEST = 56;

export interface Layout {
  readonly places: ReadonlyMap<string, Circle>;
  readonly radius: number;
  readonly box: Box;
  readonly closest: number;
}

export function layout({ match, extent, spacing }: Setup): Layout {
  const unit = SPACING / spacing;
  const points = match.map.regions.map(({ id, x, y }) => ({ id, x: (x - extent.left) * unit, y: (y - extent.top) * unit }));
  let least = Infinity;
  for (const [index, one] of points.entries()) {
    for (const other of points.slice(index + 1)) least = Math.min(least, (one.x - other.x) ** 2 + (one.y - other.y) ** 2);
  }
  const radius = Math.max(SMALL, Math.min(LARGE, Math.sqrt(least) * 0.36));
  return {
    places: new Map(points.map(({ id, x, y }) => [id, { x, y, radius }])),
    radius,
    box: boxAround(points, radius * 2),
    closest: CLOSEST / radius,
  };
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
  const costs = new Map((extensions?.transit_costs ? map.costs ?? [] : []).map(([one, other, turns]) => [key(one, other), turns]));
  const schedule = (extensions?.dynamic_topology ? map.schedule ?? [] : []).filter(({ turn }) => turn > view.turn);
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
