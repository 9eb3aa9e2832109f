/** Turns, views and options of Territory to test with. */

import type { Entry, Of, Options, Slot, Turn } from "../../../src/api";
import type { Seen } from "../../../src/boards/territory/adapter";

type Event = Of<"territory", "Event">;

const RULED = { rule: "TR-9", seen_by: null };

/** One event of every kind: a kind that is new in the generated types is missing here, and the types do not fit. */
export const EVENTS: { [Kind in Event["kind"]]: Extract<Event, { kind: Kind }> } = {
  declared: { kind: "declared", round: 1, number: 1, texts: ["Peace!", "no plan", null], ...RULED },
  cut: { kind: "cut", seat: 1, most: 200, ...RULED },
  marched: { kind: "marched", seat: 1, x: 0, y: 0, direction: "R", units: 3, asked: null, ...RULED },
  ignored: { kind: "ignored", seat: 2, params: { line: "nonsense", reason: "not_understood" }, ...RULED },
  fought: {
    kind: "fought",
    x: 1,
    y: 0,
    forces: [
      [1, 3],
      [2, 1],
    ],
    winner: 1,
    left: 2,
    ...RULED,
  },
  produced: { kind: "produced", units: [2, 1, 0], ...RULED },
  counted: { kind: "counted", round: 1, squares: [2, 0, 0], units: [6, 0, 0], ...RULED },
  ended: { kind: "ended", reason: "domination", ...RULED },
};

export function turn(round: number, ...events: Event[]): Turn & Entry {
  return {
    kind: "turn",
    seq: round,
    step: round,
    at: 0,
    phase: { round, name: `Round ${round}`, key: `${round}`, part: [1, 1] },
    orders: [],
    missed: [],
    drafted: false,
    events: events.map((event) => ({ event, text: `${event.kind}.` })),
    fates: [],
  };
}

/** Two by two squares: seat 1 with 5 units at (0,0), seat 2 with 1 unit at (1,0), which is rich. */
export function view(changes: Partial<Seen> = {}): Seen {
  return {
    seat: 1,
    setup: { seats: 3, config: { starting_units: 5, max_commands_per_round: 3 }, resources: [1] },
    round: 1,
    phase: 2,
    owners: [1, 2, 0, 0],
    units: [5, 1, 0, 0],
    production: [1, 2, 0, 0],
    squares: [1, 1, 0],
    armies: [5, 1, 0],
    plans: [],
    ended: null,
    ...changes,
  };
}

type Command = Of<"territory", "Command">;

/** What the server offers for a draft with these commands: the rest of (0,0) may go right or down. */
export function options(commands: Command[], left: number): Options {
  const changes = commands.flatMap((command, index): Slot[] => [
    { kind: "remove", path: ["commands", index], label: "" },
    { kind: "range", path: ["commands", index, "units"], low: 1, high: command.units + left, label: "" },
  ]);
  const values = ["R", "D"].map((direction) => ({ x: 0, y: 0, direction, units: left }));
  const added: Slot = { kind: "choice", path: ["commands", commands.length], values, label: "", labels: [] };
  const slots = left > 0 ? [...changes, added] : changes;
  return { templates: [{ order: { kind: "commands", commands }, label: "Give commands", slots }] };
}
