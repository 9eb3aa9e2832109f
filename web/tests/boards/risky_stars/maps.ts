/** Views, turns and options of Risky Stars to test with. */

import type { Entry, Of, Options, Slot, Turn } from "../../../src/api";
import type { Event, Order, Seen } from "../../../src/boards/risky_stars/adapter";
import type { Chart } from "../../../src/boards/risky_stars/geometry";

const RULED = { rule: "RS-C1", seen_by: null };

/** One event of every kind: a kind that is new in the generated types is missing here, and the types do not fit. */
export const EVENTS: { [Kind in Event["kind"]]: Extract<Event, { kind: Kind }> } = {
  round_began: { kind: "round_began", round: 2, order: [2, 1], ...RULED },
  produced: { kind: "produced", seat: 1, gained: [400, 0, 0], ...RULED },
  allotted: { kind: "allotted", members: [1, 2], units: [3, 4], ...RULED },
  turn_began: { kind: "turn_began", seat: 1, ...RULED },
  bought: {
    kind: "bought",
    seat: 1,
    units: { "Vega/Aurum/Arden": 3, "Vega/Brine": 1 },
    paid: { 1: [40, 12, 12] },
    ...RULED,
  },
  moved: {
    kind: "moved",
    seat: 1,
    units: 2,
    source: "Vega/Aurum/Arden",
    target: "Vega/Brine",
    arrival: "attacks",
    ...RULED,
  },
  fought: {
    kind: "fought",
    place: "Vega/Brine",
    attackers: [1],
    defender: 2,
    attack: [9, 4],
    defence: [9, 3, 1],
    attack_lost: { 1: 1 },
    defence_lost: { 2: 1 },
    ...RULED,
  },
  taken: { kind: "taken", place: "Vega/Brine", by: 1, of: 2, ...RULED },
  held: { kind: "held", place: "Vega/Brine", possessor: 2, ...RULED },
  retreated: { kind: "retreated", seat: 1, units: 1, place: "Vega/Brine", to: "Vega/Aurum/Arden", ...RULED },
  upgraded: { kind: "upgraded", seat: 1, body: "Vega/Aurum", level: 1, ...RULED },
  posted: { kind: "posted", seat: 1, rank: 2, body: "Vega/Aurum", ...RULED },
  recalled: { kind: "recalled", seat: 1, rank: 2, body: "Vega/Aurum", ...RULED },
  drew: { kind: "drew", seat: 1, rank: 3, body: "Izar/Flint", ...RULED },
  ruined: { kind: "ruined", body: "Vega/Aurum", levels: 1, heroes: [2], ...RULED },
  proposed: { kind: "proposed", seat: 1, parties: [1, 2], ...RULED },
  accepted: { kind: "accepted", seat: 2, parties: [1, 2], ...RULED },
  allied: { kind: "allied", members: [1, 2], ...RULED },
  lapsed: { kind: "lapsed", parties: [1, 2], why: "declined", ...RULED },
  departed: { kind: "departed", seat: 1, members: [2], until: 5, ...RULED },
  out: { kind: "out", seat: 2, ...RULED },
  ended: { kind: "ended", reason: "conquest", winners: [1], ...RULED },
};

export function turn(step: number, order: Order | null, ...events: Event[]): Turn & Entry {
  return {
    kind: "turn",
    seq: step,
    step,
    at: 0,
    phase: { round: 1, name: "Round 1", key: "1", part: [1, 1] },
    orders: order === null ? [] : [{ seat: 1, order: order, notation: "" }],
    missed: [],
    drafted: false,
    events: events.map((event) => ({ event, text: `${event.kind}.` })),
    fates: [],
  };
}

const PLANETOID = { name: "Brine", kind: "planetoid", regions: [] } as const;
const GAIA = { name: "Aurum", kind: "gaia", regions: ["Arden", "Borea"] } as const;

/** Two homes of a planet and a planetoid, and in the middle one gas giant with a lane to each. */
export const CHART: Chart = {
  seats: 2,
  config: { domination: [2, 3], max_rounds: 40, class_one_amount: 100, class_three_amount: 50 },
  map: {
    systems: [
      {
        name: "Vega",
        kind: "home",
        bodies: [
          { ...GAIA, regions: [...GAIA.regions] },
          { ...PLANETOID, regions: [] },
        ],
      },
      {
        name: "Altair",
        kind: "home",
        bodies: [
          { ...GAIA, regions: [...GAIA.regions] },
          { ...PLANETOID, regions: [] },
        ],
      },
      { name: "Izar", kind: "featured", bodies: [{ name: "Flint", kind: "gas_giant", regions: [] }] },
    ],
    lanes: [
      { one: "Vega", other: "Izar" },
      { one: "Altair", other: "Izar" },
    ],
  },
  spots: [
    { x: 0, y: -10_000 },
    { x: 0, y: 10_000 },
    { x: 0, y: 0 },
  ],
  bodies: [
    { name: "Vega/Aurum", title: "Aurum (Vega)", system: 0, kind: "gaia", resource: 0 },
    { name: "Vega/Brine", title: "Brine (Vega)", system: 0, kind: "planetoid", resource: 1 },
    { name: "Altair/Aurum", title: "Aurum (Altair)", system: 1, kind: "gaia", resource: 0 },
    { name: "Altair/Brine", title: "Brine (Altair)", system: 1, kind: "planetoid", resource: 1 },
    { name: "Izar/Flint", title: "Flint", system: 2, kind: "gas_giant", resource: 2 },
  ],
  sites: [
    { name: "Vega/Aurum/Arden", title: "Arden (Vega)", system: 0, body: 0 },
    { name: "Vega/Aurum/Borea", title: "Borea (Vega)", system: 0, body: 0 },
    { name: "Vega/Brine", title: "Brine (Vega)", system: 0, body: 1 },
    { name: "Vega/Mouth-1", title: "Vega's Izar mouth", system: 0, across: 9 },
    { name: "Altair/Aurum/Arden", title: "Arden (Altair)", system: 1, body: 2 },
    { name: "Altair/Aurum/Borea", title: "Borea (Altair)", system: 1, body: 2 },
    { name: "Altair/Brine", title: "Brine (Altair)", system: 1, body: 3 },
    { name: "Altair/Mouth-1", title: "Altair's Izar mouth", system: 1, across: 10 },
    { name: "Izar/Flint", title: "Flint", system: 2, body: 4 },
    { name: "Izar/Mouth-1", title: "Izar's Vega mouth", system: 2, across: 3 },
    { name: "Izar/Mouth-2", title: "Izar's Altair mouth", system: 2, across: 7 },
  ],
  unit_price: [10, 3, 3],
  yields: [100, 110, 150, 200],
  upgrade_prices: [500, 2500, 5000],
};

/** Seat 1 has 3 units in either region of Vega/Aurum, seat 2 the same at Altair, and 3 on Vega/Brine. */
export function view(changes: Partial<Seen> = {}): Seen {
  const places: Of<"risky_stars", "Camp">[] = CHART.sites.map(() => ({}));
  places[0] = places[1] = { possessor: 1, units: 3 };
  places[2] = places[4] = places[5] = { possessor: 2, units: 3 };
  return {
    seat: 1,
    setup: CHART,
    round: 1,
    turn_order: [1, 2],
    turn: { seat: 1, launched: [], arrived: [], proposed: [] },
    places,
    stocks: [
      [500, 50, 50],
      [500, 50, 50],
    ],
    income: [
      [200, 0, 0],
      [200, 100, 0],
    ],
    affordable: [16, 16],
    regions: [2, 3],
    units: [6, 9],
    prospects: [],
    levels: [1, 0, 0, 0, 0],
    heroes: [
      [
        { rank: 1, body: -1, spent: false },
        { rank: 2, body: 0, spent: false },
      ],
      [],
    ],
    allotments: [null, null],
    alliances: [],
    truces: [],
    proposals: [],
    cards: [],
    claimed: [],
    out: [],
    end_reason: null,
    ...changes,
  };
}

function offered(order: Order, ...slots: Slot[]): Options["templates"][number] {
  return { order: order, label: "", slots };
}

const range = (path: (string | number)[], low: number, high: number): Slot => ({
  kind: "range",
  path,
  low,
  high,
  label: "",
});
const choice = (field: string, values: (string | number)[]): Slot => ({
  kind: "choice",
  path: [field],
  values,
  label: "",
  labels: [],
});

export const ARDEN = "Vega/Aurum/Arden";
export const BOREA = "Vega/Aurum/Borea";
export const BRINE = "Vega/Brine";

/** What the server offers at the start: 16 units, two armies, a hero, an upgrade, a proposal. */
export function options(draft: Options["templates"][number] = offered({ kind: "end" })): Options {
  return {
    templates: [
      draft,
      offered({ kind: "buy", units: { [ARDEN]: 1 } }, range(["units", ARDEN], 1, 16)),
      offered({ kind: "buy", units: { [BOREA]: 1 } }, range(["units", BOREA], 1, 16)),
      offered(
        { kind: "move", source: ARDEN, target: BOREA, units: 1 },
        choice("target", [BOREA, BRINE]),
        range(["units"], 1, 2),
      ),
      offered(
        { kind: "move", source: BOREA, target: ARDEN, units: 1 },
        choice("target", [ARDEN, BRINE]),
        range(["units"], 1, 2),
      ),
      offered({ kind: "upgrade", body: "Vega/Aurum" }),
      offered({ kind: "post", rank: 1, body: "Vega/Aurum" }, choice("body", ["Vega/Aurum"])),
      offered({ kind: "recall", rank: 2, body: "Vega/Aurum" }),
      offered({ kind: "propose", player: 2 }, choice("player", [2, 3])),
      offered({ kind: "accept", player: 3 }, choice("player", [3])),
      offered({ kind: "leave" }),
    ],
  };
}

/** What it offers for a draft that buys. */
export function shopping(units: { [place: string]: number }): Options {
  const spare = 16 - Object.values(units).reduce((sum, count) => sum + count, 0);
  const slots = [ARDEN, BOREA].flatMap((name) => {
    const most = (units[name] ?? 0) + spare;
    return most > 0 ? [range(["units", name], 1, most)] : [];
  });
  return options(offered({ kind: "buy", units }, ...slots));
}
