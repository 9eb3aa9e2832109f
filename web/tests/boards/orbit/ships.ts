/** Turns, views and options of Orbit Simulator to test with. */

import type { Json, Of, Options, Slot, Turn } from "../../../src/api";
import type { Preview, Ship, View } from "../../../src/boards/orbit/things";

type Event = Of<"orbit", "Event">;

const RULED = { rule: "OS-0", seen_by: null };

/** One event of every kind: a kind that is new in the generated types is missing here, and the types do not fit. */
export const EVENTS: { [Kind in Event["kind"]]: Extract<Event, { kind: Kind }> } = {
  allocated: { kind: "allocated", seat: 1, energy: { engines: 2 }, ...RULED },
  returned: { kind: "returned", seat: 1, energy: { laser: 1 }, ...RULED },
  vented: { kind: "vented", seat: 1, amount: 1, heat: 2, ...RULED },
  rotated: { kind: "rotated", seat: 1, facing: "retrograde", ...RULED },
  moved: { kind: "moved", seat: 1, ring: 3, sector: 0, ...RULED },
  scooped: { kind: "scooped", seat: 1, gained: 1, mass: 11, ...RULED },
  burned: { kind: "burned", seat: 1, intensity: "light", mass: 9, ring: 2, sector: 0, ...RULED },
  fired: { kind: "fired", seat: 1, weapon: "laser", targets: [2, 3], damage: 2, ...RULED },
  compensated: { kind: "compensated", seat: 1, mass: 8, ...RULED },
  recoiled: { kind: "recoiled", seat: 1, ring: 2, sector: 1, ...RULED },
  hit: { kind: "hit", seat: 2, damage: 5, absorbed: 2, hull: 4, ...RULED },
  destroyed: { kind: "destroyed", seat: 3, ...RULED },
  overheated: { kind: "overheated", seat: 1, damage: 2, hull: 6, ...RULED },
  heated: { kind: "heated", seat: 1, made: 1, heat: 3, ...RULED },
  scorched: { kind: "scorched", seat: 1, taken: 5, heat: 8, ...RULED },
  arrived: { kind: "arrived", seat: 2, ring: 1, sector: 3, ...RULED },
  closed: { kind: "closed", ring: 5, heat: 5, ...RULED },
  order_drawn: { kind: "order_drawn", round: 2, order: [2, 1], ...RULED },
  ended: { kind: "ended", reason: "last_ship", ...RULED },
};

export function turn(...events: Event[]): Turn {
  return {
    kind: "turn",
    seq: 1,
    step: 1,
    at: 0,
    phase: { key: "1", name: "Round 1", round: 1, part: [1, 3] },
    orders: [],
    missed: [],
    drafted: false,
    events: events.map((event) => ({ event, text: `${event.kind}.` })),
    fates: [],
  };
}

export function ship(changes: Partial<Ship> = {}): Ship {
  return {
    ring: 3,
    sector: 23,
    facing: "prograde",
    hull: 8,
    mass: 10,
    heat: 0,
    energy: { engines: 1, missiles: 2 },
    transfer: null,
    ...changes,
  };
}

/** Three rings of 6, 12 and 24 sectors with three ships: two share the last sector of the outermost ring. */
export function view(changes: Partial<View> = {}): View {
  const spec = { minimum: 1, rated: 2, limit: 3, overclock: 2, heat: 1 };
  const names = ["engines", "thrusters", "scoop", "laser", "railgun", "missiles", "shields"];
  const config = {
    rings: [6, 12, 24].map((sectors) => ({ sectors, velocity: 1 })),
    subsystems: Object.fromEntries(names.map((name) => [name, spec])),
    reactor: 10,
    return_limit: 3,
    start: { hull: 10 },
    max_rounds: 10,
  };
  return {
    seat: 1,
    setup: { seats: 3, config },
    round: 1,
    active: 1,
    ships: [ship(), ship({ hull: 10 }), ship({ ring: 1, sector: 3, transfer: { ring: 2, sector: 6 } })],
    lost: [],
    turn_orders: [],
    open_rings: 3,
    next_closing: null,
    reactor: [7, 7, 7],
    coasting: [
      { ring: 3, sector: 0 },
      { ring: 3, sector: 0 },
      { ring: 2, sector: 7 },
    ],
    reach: [{ laser: [{ ring: 2, first: 0, count: 1 }] }, {}, {}],
    in_range: [{ laser: [2] }, {}, {}],
    over: false,
    ...changes,
  };
}

export const PREVIEW = {
  facing: "retrograde",
  now: { ring: 3, sector: 23 },
  after_orbit: { ring: 3, sector: 0 },
  arrival: { ring: 2, sector: 0 },
  reach: { laser: [{ ring: 2, first: 5, count: 2 }] },
  in_range: { laser: [3] },
} as unknown as Preview;

export const COAST: Json = { kind: "coast", scoop: false };
export const PLAN: Json = {
  allocate: {},
  deallocate: {},
  targets: null,
  vent: 0,
  rotate: false,
  move: COAST,
  shots: [],
};

/** A plan with these changes, and slots, as the server offers them. */
export function options(changes: { readonly [key: string]: Json }, ...slots: readonly Slot[]): Options {
  return { templates: [{ order: { ...(PLAN as object), ...changes }, slots, label: "" }] };
}

export function range(path: Slot["path"], low: number, high: number): Slot {
  return { kind: "range", path, low, high, label: "" };
}

export function choice(path: Slot["path"], ...values: readonly Json[]): Slot {
  return { kind: "choice", path, values, label: "", labels: [] };
}
