/** What the server says of the map, as things to draw. */

import type { Beat } from "../../play/reveals";
import type { Json, Of, Path, Turn, View, Violation } from "../../api";
import { counted } from "../../play/words";
import type { Standing } from "../contract";
import type { Circle } from "../kit/arrows";
import type { Armies, Stand, Troop } from "./armies";
import type { Told } from "./beats";
import { beside, nameSpot, bodyOf, bodyThing, placeOf, placeThing, type Chart, type Layout } from "./geometry";
import type { Point } from "../kit/frame";

export type Seen = Of<"risky_stars", "View">;
export type Event = Of<"risky_stars", "Event">;
export type Order = Of<"risky_stars", "Order">;
export type Odds = Of<"risky_stars", "Odds">;
export type Preview = Of<"risky_stars", "Preview">;
export type BodyKind = Of<"risky_stars", "BodyKind">;

/** A region or a mouth. */
export interface Place extends Circle {
  /** What it is on the board, and what orders call it. */
  id: string;
  name: string;
  /** What players call it. */
  title: string;
  number: number;
  system: number;
  /** The number of its body; null for a mouth. */
  body: number | null;
  /** What the lane of a mouth leads to; null for a region. */
  leadsTo: string | null;
  stand: Stand;
  /** Everybody who has units here, the possessor first. */
  stacks: readonly Troop[];
}

export interface Body extends Circle {
  id: string;
  name: string;
  /** What players call it, and what is written beside it: without its system, in which it lies. */
  title: string;
  label: string;
  system: number;
  kind: BodyKind;
  resource: number;
  /** The numbers of its regions. */
  places: readonly number[];
  level: number;
  /** Heroes that are posted there, and whose. */
  heroes: readonly { seat: number; rank: number }[];
  /** Whose all of its regions are; null where they are several players', or some are free. */
  owner: number | null;
  /** Which way it lies from the middle of its system, if it is not there itself. */
  angle: number;
  isInOrbit: boolean;
}

export interface System extends Circle {
  name: string;
  kind: Of<"risky_stars", "SystemKind">;
  /** How many units everybody has in it: first who possesses most of it, then whoever has the most. */
  stacks: readonly Troop[];
  /** Who possesses most of its regions; null where nobody has any. */
  seat: number | null;
  isContested: boolean;
}

export interface Scene {
  systems: readonly System[];
  bodies: readonly Body[];
  places: readonly Place[];
  lanes: readonly { id: string; one: Place; other: Place }[];
}

export function seen(table: { view: View }): Seen {
  return table.view as Seen;
}

export function chartOf(view: Seen): Chart {
  if (view.setup === null) throw new TypeError("A board needs to know the map.");
  return view.setup;
}

export function scene(view: Seen, { systems, bodies, places }: Layout, armies: Armies): Scene {
  const chart = chartOf(view);
  const found = chart.sites.map(({ name, title, system, body, across }, number): Place => {
    const stand = armies.get(name) ?? { seat: null, units: 0, guests: [], attackers: [] };
    const other = across == null ? undefined : chart.sites[across];
    return {
      ...(places[number] ?? { x: 0, y: 0, radius: 0 }),
      id: placeThing(name),
      name,
      title,
      number,
      system,
      body: body ?? null,
      leadsTo: other === undefined ? null : (chart.map.systems[other.system]?.name ?? null),
      stand,
      stacks: stacksOf(stand),
    };
  });
  return {
    places: found,
    bodies: chart.bodies.map((_, number) => bodyAt(view, number, bodies, systems, found)),
    systems: chart.map.systems.map(({ name, kind }, number) => ({
      ...(systems[number] ?? { x: 0, y: 0, radius: 0 }),
      name,
      kind,
      ...summary(found.filter(({ system }) => system === number)),
    })),
    lanes: chart.sites.flatMap(({ across }, number) => {
      const [one, other] = [found[number], across == null ? undefined : found[across]];
      return one && other && across != null && number < across ? [{ id: one.name, one, other }] : [];
    }),
  };
}

function bodyAt(
  view: Seen,
  number: number,
  circles: Layout["bodies"],
  systems: Layout["systems"],
  places: readonly Place[],
): Body {
  const { name, title, system, kind, resource } = chartOf(view).bodies[number] as Chart["bodies"][number];
  const own = places.flatMap(({ body }, place) => (body === number ? [place] : []));
  const seats = new Set(own.map((place) => places[place]?.stand.seat ?? null));
  const at = circles[number] ?? { x: 0, y: 0, radius: 0 };
  const middle = systems[system] ?? at;
  return {
    ...at,
    id: bodyThing(name),
    name,
    title,
    label: name.split("/").at(-1) ?? name,
    system,
    kind,
    resource,
    places: own,
    level: view.levels[number] ?? 0,
    heroes: view.heroes.flatMap((heroes, index) =>
      heroes.filter(({ body }) => body === number).map(({ rank }) => ({ seat: index + 1, rank })),
    ),
    owner: seats.size === 1 ? ([...seats][0] ?? null) : null,
    angle: Math.atan2(at.y - middle.y, at.x - middle.x),
    isInOrbit: Math.hypot(at.y - middle.y, at.x - middle.x) > 1,
  };
}

function stacksOf({ seat, units, guests, attackers }: Stand): Troop[] {
  return [...(seat === null ? [] : [{ seat, units }]), ...guests, ...attackers];
}

function summary(places: readonly Place[]): Pick<System, "stacks" | "seat" | "isContested"> {
  const units = new Map<number, number>();
  const regions = new Map<number, number>();
  for (const { stacks, body, stand } of places) {
    for (const troop of stacks) units.set(troop.seat, (units.get(troop.seat) ?? 0) + troop.units);
    if (body !== null && stand.seat !== null) regions.set(stand.seat, (regions.get(stand.seat) ?? 0) + 1);
  }
  const most = [...regions].sort((one, other) => other[1] - one[1])[0];
  return {
    stacks: [...units]
      .map(([seat, count]) => ({ seat, units: count }))
      .sort(
        (one, other) => Number(other.seat === most?.[0]) - Number(one.seat === most?.[0]) || other.units - one.units,
      ),
    seat: most?.[0] ?? null,
    isContested: places.some(({ stand }) => stand.attackers.length > 0),
  };
}

/** The systems in which a seat has units, that with the most places of its own first. */
export function ownSystems({ places }: Pick<Scene, "places">, seat: number | null): number[] {
  const own = places.filter(({ stacks }) => stacks.some((troop) => troop.seat === seat));
  return [...Map.groupBy(own, ({ system }) => system)]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([system]) => system);
}

/** What has to be on the screen for a seat to see where it is at home: its places in the system where it has most. */
export function homeCorners(scene: Pick<Scene, "places">, seat: number | null): Point[] {
  const [home] = ownSystems(scene, seat);
  const own = scene.places.filter(({ stand, system }) => stand.seat === seat && system === home);
  return own.flatMap(({ x, y, radius }) => [
    { x: x - radius, y: y - radius },
    { x: x + radius, y: y + radius },
  ]);
}

/** Everybody in a place except its possessor, and where that is told: beside it, and not over its neighbours. */
export interface TroopNote {
  place: Place;
  troops: readonly Troop[];
  size: number;
  width: number;
  height: number;
  at: Point;
}

export function troopNotes(places: readonly Place[], size: number): TroopNote[] {
  const found: TroopNote[] = [];
  for (const place of places) {
    const troops = [...place.stand.guests, ...place.stand.attackers];
    if (troops.length === 0) continue;
    const width = (1.9 + 0.66 * Math.max(...troops.map(({ units }) => String(units).length))) * size;
    const height = (0.4 + 1.2 * troops.length) * size;
    const others = places.filter((other) => other !== place && other.system === place.system);
    const taken = found.map(({ at, width: wide }) => ({ ...at, radius: wide / 2 }));
    found.push({ place, troops, size, width, height, at: beside(place, { width, height }, [...others, ...taken]) });
  }
  return found;
}

/** Where the names of bodies stand, by their ids, if they are written in this size: only where there is room. */
export function namesOf({ bodies, places }: Pick<Scene, "bodies" | "places">, size: number): Map<string, Point> {
  return new Map(
    bodies.flatMap((body) => {
      const others = places.filter((place) => place.system === body.system && !body.places.includes(place.number));
      const spot = nameSpot(body, { width: body.label.length * size * 0.55, height: size }, others);
      return spot === null ? [] : [[body.id, spot]];
    }),
  );
}

/** What is selected: a place, and the body it belongs to; or a body. */
export interface Choice {
  place: Place | null;
  body: Body | null;
}

export function chosen(selected: string | null, { places, bodies }: Scene): Choice | null {
  const [placeName, bodyName] = [placeOf(selected), bodyOf(selected)];
  const place = places.find(({ name }) => name === placeName) ?? null;
  const body = bodies.find(({ name }) => name === bodyName) ?? null;
  if (body !== null) return { body, place: body.places.length === 1 ? (places[body.places[0] ?? -1] ?? null) : null };
  return place === null ? null : { place, body: place.body === null ? null : (bodies[place.body] ?? null) };
}

// -- what happens and what happened -----------------------------------------------------------------------------

/** Armies on their way, of some beats. */
export function gliding(
  beats: readonly Beat[],
): { id: string; from: string; to: string; seat: number; units: number }[] {
  return beats.flatMap(({ from, to, seat, amount }, index) =>
    from === null || to === null || seat === null
      ? []
      : [{ id: `${from}>${to}:${index}`, from, to, seat, units: amount ?? 0 }],
  );
}

/** The events that some beats show, each once. Dice that only roll have done nothing yet. */
export function eventsOf(beats: readonly Beat[]): Event[] {
  return [
    ...new Set(beats.flatMap((beat) => (beat.kind !== "rolled" && "event" in beat ? [(beat as Told).event] : []))),
  ];
}

/** The exchanges that some beats show, and whether it is seen what they cost. */
export function rolls(beats: readonly Beat[]): { fights: Extract<Event, { kind: "fought" }>[]; isDecided: boolean } {
  const shown = (beats as readonly Told[]).filter(({ kind }) => kind === "rolled" || kind === "fought");
  return {
    fights: [...new Set(shown.map(({ event }) => event))].filter((event) => event.kind === "fought"),
    isDecided: shown.some(({ kind }) => kind === "fought"),
  };
}

/** The steps after one's own last order, up to the one that is on show; at least that one. */
export function news(entries: readonly { kind: string }[], last: Turn, you: number | null): Turn[] {
  const turns = entries.filter((entry): entry is Turn => entry.kind === "turn" && (entry as Turn).step < last.step);
  const own = turns.findLastIndex(({ orders }) => orders.some(({ seat }) => seat === you));
  const isOwn = you === null || last.orders.some(({ seat }) => seat === you);
  return isOwn ? [last] : [...turns.slice(own + 1), last];
}

/** The exchanges of the newest step that had any. */
export function lastFights(entries: readonly { kind: string }[]): Extract<Event, { kind: "fought" }>[] {
  for (const entry of entries.toReversed()) {
    const events = entry.kind === "turn" ? (entry as Turn).events.map(({ event }) => event as Event) : [];
    const fights = events.filter((event) => event.kind === "fought");
    if (fights.length > 0) return fights;
  }
  return [];
}

/** What has been done in the turn that goes on, the first first. */
export function doneThisTurn(entries: readonly { kind: string }[]): string[] {
  const turns = entries.filter((entry): entry is Turn => entry.kind === "turn");
  const began = turns.findLastIndex(({ events }) => events.some(({ event }) => event.kind === "turn_began"));
  return turns.slice(began + 1).flatMap(({ events }) => events.map(({ text }) => text));
}

/** What is wrong with an order, by the thing it is about. */
export function notes(violations: readonly Violation[], order: Json): Map<string, string> {
  return new Map(
    violations.flatMap(({ path, text }) => {
      const thing = locate(path, order);
      return thing === null ? [] : [[thing, text] as const];
    }),
  );
}

/** The place or body that a part of an order is about. */
export function locate(path: Path, order: Json): string | null {
  if (typeof order !== "object" || order === null || Array.isArray(order)) return null;
  const { source, target, body } = order as { readonly [field: string]: Json };
  const [field, key] = path;
  if (field === "units" && typeof key === "string") return placeThing(key);
  if (typeof source === "string" && typeof target === "string") return placeThing(field === "source" ? source : target);
  return typeof body === "string" ? bodyThing(body) : null;
}

// -- how it stands ----------------------------------------------------------------------------------------------

export function regionCount(view: Seen): number {
  return chartOf(view).sites.filter(({ body }) => body != null).length;
}

/** The share is that of the regions that win. */
export function standings(view: View): Standing[] {
  const now = view as Seen;
  const [part, whole] = chartOf(now).config.domination ?? [1, 1];
  const all = regionCount(now);
  return now.regions.map((regions, index) => ({
    text: now.out.includes(index + 1)
      ? "out"
      : `${regions} of ${all} regions, ${counted(now.units[index] ?? 0, "unit")}`,
    share: Math.min(1, (regions * whole) / (all * part)),
  }));
}

export function regions(view: View): readonly number[] {
  return (view as Seen).regions;
}
