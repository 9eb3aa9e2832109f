/** Where everything is drawn: systems as clusters of bodies, bodies as clusters of regions, mouths around them. Pure. */

import type { Of } from "../../api";
import type { Circle } from "../kit/arrows";
import { boxAround, distance, fitted, PADDING, type Box, type Point, type Size } from "../kit/frame";

export type Chart = Of<"risky_stars", "Chart">;

/** The radius of a region and of a mouth, and what stays free around things. */
export const REGION = 22;
export const MOUTH = 20;
const GAP = 6;
/** The least length of a lane. */
const LANE = 34;
/** What the name of a system takes above it. */
const NAME = 22;
/** Pixels that the radius of a region has when one is closest. */
const CLOSEST = 64;
/** Pixels that the radius of a region has when one begins on a screen too small for more, controls beside it or not. */
const BEGUN = 21;
/** On so many sides of a place a note can stand. */
const SIDES = 16;
/** So far a name may reach into what is beside it. */
const TOUCHING = 4;
/** Turned a little, so that names do not stand above each other. */
const TILT = -Math.PI / 2 + 0.3;

export interface Layout {
  /** All by the numbers that the chart gives them. */
  readonly systems: readonly Circle[];
  readonly bodies: readonly Circle[];
  readonly places: readonly Circle[];
  readonly box: Box;
  readonly closest: number;
}

/** A system around its own middle. */
interface Cluster {
  radius: number;
  /** By the numbers of the bodies and of the regions. */
  bodies: ReadonlyMap<number, Circle>;
  places: ReadonlyMap<number, Circle>;
  /** How far from the middle the mouths are. */
  rim: number;
}

export function layout(chart: Chart): Layout {
  const clusters = chart.spots.map((_, system) => cluster(chart, system));
  const middles = compacted(
    chart.spots,
    clusters.map(({ radius }) => radius),
  );
  const at = (system: number): Point => middles[system] ?? { x: 0, y: 0 };
  const moved = (circle: Circle | undefined, system: number): Circle => {
    const { x, y } = at(system);
    return { x: x + (circle?.x ?? 0), y: y + (circle?.y ?? 0), radius: circle?.radius ?? 0 };
  };
  const systems = clusters.map(({ radius }, system) => ({ ...at(system), radius }));
  return {
    systems,
    bodies: chart.bodies.map(({ system }, body) => moved(clusters[system]?.bodies.get(body), system)),
    places: chart.sites.map(({ system, across }, place) => {
      const other = across == null ? undefined : chart.sites[across];
      if (other === undefined) return moved(clusters[system]?.places.get(place), system);
      const [from, to] = [at(system), at(other.system)];
      const angle = Math.atan2(to.y - from.y, to.x - from.x);
      return moved({ ...around(angle, clusters[system]?.rim ?? 0), radius: MOUTH }, system);
    }),
    box: boxOf(systems),
    closest: CLOSEST / REGION,
  };
}

/** What some systems and their names take. */
function boxOf(systems: readonly Circle[]): Box {
  const corners = systems.flatMap(({ x, y, radius }) => [
    { x: x - radius, y: y - radius },
    { x: x + radius, y: y + radius },
  ]);
  const box = boxAround(corners, GAP);
  return { ...box, top: box.top - NAME };
}

/**
 * What one begins with: the whole map if its regions are large enough on this screen; else the systems one is in with
 * their neighbours; else what lies around the first of them.
 */
export function opening({ systems, box, closest }: Layout, chart: Chart, own: readonly number[], room: Size): Box {
  const home = systems[own[0] ?? -1];
  if (home === undefined) return box;
  const neighbours = chart.sites.flatMap(({ system, across }) => {
    const other = across == null || !own.includes(system) ? undefined : chart.sites[across];
    return other === undefined ? [] : [other.system];
  });
  const near = boxOf(systems.filter((_, system) => own.includes(system) || neighbours.includes(system)));
  const isLarge = (part: Box): boolean => detail(fitted(part, room, closest).scale) === "near";
  const half = (length: number): number => ((length - 2 * PADDING) * REGION) / BEGUN / 2;
  const [across, down] = [half(room.width), half(room.height)];
  return (
    [box, near].find(isLarge) ?? {
      left: home.x - across,
      top: home.y - down,
      right: home.x + across,
      bottom: home.y + down,
    }
  );
}

/** Where a note of this size stands beside a place: where it covers the least of everything else. */
export function beside({ x, y, radius }: Circle, size: Size, others: readonly Circle[]): Point {
  const spots = Array.from({ length: SIDES }, (_, index) => {
    const { x: right, y: down } = around(-Math.PI / 2 + (2 * Math.PI * index) / SIDES, 1);
    const far = radius + 4 + (Math.abs(right) * size.width + Math.abs(down) * size.height) / 2;
    return { x: x + right * far, y: y + down * far };
  });
  return spots.reduce((best, spot) => (covered(spot, size, others) < covered(best, size, others) ? spot : best));
}

/** Where the name of a body stands: below it or above it, wherever there is room; null where there is none. */
export function nameSpot({ x, y, radius }: Circle, size: Size, others: readonly Circle[]): Point | null {
  const far = radius + 5 + size.height / 2;
  const spots = [far, -far].map((down) => ({ x, y: y + down }));
  return spots.find((spot) => covered(spot, size, others) < TOUCHING) ?? null;
}

/** How much of some circles a box covers: how far it reaches into each. */
function covered(middle: Point, { width, height }: Size, others: readonly Circle[]): number {
  return others.reduce((sum, other) => {
    const nearest = {
      x: Math.min(Math.max(other.x, middle.x - width / 2), middle.x + width / 2),
      y: Math.min(Math.max(other.y, middle.y - height / 2), middle.y + height / 2),
    };
    return sum + Math.max(0, other.radius - distance(other, nearest));
  }, 0);
}

/**
 * Systems keep their directions from the middle of the map, and come as near to it as those further in let them.
 *
 * Those that are equally far stay so: no home is better off than another.
 */
function compacted(spots: readonly Point[], radii: readonly number[]): Point[] {
  const polar = spots.map(({ x, y }, system) => ({
    system,
    far: Math.round(Math.hypot(x, y) / 100),
    angle: Math.atan2(y, x),
    radius: radii[system] ?? 0,
  }));
  const rings = [...Map.groupBy(polar, ({ far }) => far)].sort(([one], [other]) => one - other);
  const placed: { angle: number; radius: number; far: number; system: number }[] = [];
  for (const [, ring] of rings) {
    const far = Math.max(0, ...ring.map((each) => ringFar(each, ring, placed)));
    placed.push(...ring.map((each) => ({ ...each, far })));
  }
  placed.sort((one, other) => one.system - other.system);
  return placed.map(({ angle, far }) => around(angle, far));
}

interface Turned {
  angle: number;
  radius: number;
}

/** How far from the middle a system has to be: clear of those further in, and of its neighbours in the ring. */
function ringFar(one: Turned, ring: readonly Turned[], placed: readonly (Turned & { far: number })[]): number {
  const beside = ring.map((other) => {
    const half = Math.abs(Math.sin((one.angle - other.angle) / 2));
    return other === one ? 0 : (one.radius + other.radius + LANE) / (2 * half);
  });
  const outside = placed.map((other) => {
    const room = one.radius + other.radius + LANE;
    const aside = other.far * Math.sin(one.angle - other.angle);
    const ahead = other.far * Math.cos(one.angle - other.angle);
    return Math.abs(aside) >= room ? 0 : ahead + Math.sqrt(room ** 2 - aside ** 2);
  });
  return Math.max(0, ...beside, ...outside);
}

/** The largest body in the middle, if it has several regions; the others in orbits around it, the largest first. */
function cluster(chart: Chart, system: number): Cluster {
  const sized = chart.bodies.flatMap(({ system: its }, body) => {
    if (its !== system) return [];
    const regions = chart.sites.flatMap(({ body: of }, place) => (of === body ? [place] : []));
    return [{ body, regions, radius: bodyRadius(regions.length) }];
  });
  sized.sort((one, other) => other.radius - one.radius || one.body - other.body);
  const bodies = new Map<number, Circle>();
  const places = new Map<number, Circle>();
  const put = (body: (typeof sized)[number], at: Point): void => {
    bodies.set(body.body, { ...at, radius: body.radius });
    const ring = body.regions.length === 1 ? 0 : ringRadius(body.regions.length);
    for (const [index, place] of body.regions.entries()) {
      const spot = around(-Math.PI / 2 + (2 * Math.PI * (index + 0.5)) / body.regions.length, ring);
      places.set(place, { x: at.x + spot.x, y: at.y + spot.y, radius: REGION });
    }
  };
  let edge = 0;
  const first = sized[0];
  if (first !== undefined && (first.regions.length > 1 || sized.length === 1)) {
    put(first, { x: 0, y: 0 });
    edge = first.radius;
    sized.shift();
  }
  while (sized.length > 0) {
    const widest = sized[0]?.radius ?? 0;
    let orbit = edge + GAP + widest;
    // An orbit takes what fits around it; the innermost one grows, where there is no other way.
    let taken = 0;
    const here: typeof sized = [];
    for (const body of sized) {
      const needed = taken + 2 * (body.radius + GAP);
      if (needed > 2 * Math.PI * orbit && edge > 0) break;
      taken = needed;
      here.push(body);
    }
    sized.splice(0, here.length);
    if (edge === 0) orbit = Math.max(taken / (2 * Math.PI), here.length === 1 ? 0 : widest + GAP);
    let angle = TILT;
    const spare = (2 * Math.PI - taken / Math.max(orbit, 1e-6)) / here.length;
    for (const body of spread(here)) {
      const half = (body.radius + GAP) / Math.max(orbit, 1e-6);
      angle += half;
      put(body, around(angle, orbit));
      angle += half + spare;
    }
    edge = orbit + widest;
  }
  const rim = edge + GAP + MOUTH;
  return { radius: rim + MOUTH, bodies, places, rim };
}

/** The same things in another order: large ones do not stand side by side. */
function spread<Item>(items: readonly Item[]): Item[] {
  const half = Math.ceil(items.length / 2);
  return items.slice(0, half).flatMap((item, index) => {
    const other = items[half + index];
    return other === undefined ? [item] : [item, other];
  });
}

/** How far from the middle of a body its regions are. */
function ringRadius(regions: number): number {
  return Math.max(REGION + 1, (REGION + 1.5) / Math.sin(Math.PI / Math.max(2, regions)));
}

function bodyRadius(regions: number): number {
  return regions <= 1 ? REGION : ringRadius(regions) + REGION + GAP - 2;
}

function around(angle: number, far: number): Point {
  return { x: Math.cos(angle) * far, y: Math.sin(angle) * far };
}

export type Detail = "far" | "middle" | "near";

/**
 * How much can be made out of regions at this scale: whole systems only, also armies, also names and upgrades.
 *
 * Near, a region is 32 pixels wide or more: a target for every pointer.
 */
export function detail(scale: number): Detail {
  const pixels = REGION * scale;
  return pixels < 11 ? "far" : pixels < 16 ? "middle" : "near";
}

/** The ids of things, and back. */
export function placeThing(name: string): string {
  return `place:${name}`;
}

export function bodyThing(name: string): string {
  return `body:${name}`;
}

export function placeOf(thing: string | null): string | null {
  return thing?.startsWith("place:") ? thing.slice(6) : null;
}

export function bodyOf(thing: string | null): string | null {
  return thing?.startsWith("body:") ? thing.slice(5) : null;
}
