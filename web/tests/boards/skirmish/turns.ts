/** Turns and tables of Stellar Skirmish to test with. */

import type { Of, Table, Turn } from "../../../src/api";

type Event = Of<"skirmish", "Event">;
type Seen = Of<"skirmish", "View">;

const RULED = { rule: "SS-6", seen_by: null };

/** One event of every kind: a kind that is new in the generated types is missing here, and the types do not fit. */
export const EVENTS: { [Kind in Event["kind"]]: Extract<Event, { kind: Kind }> } = {
  revealed: { kind: "revealed", cards: [3, 5], ...RULED },
  won: { kind: "won", winner: 2, card: 5, planets: ["A", "B"], ...RULED },
  tied: { kind: "tied", seats: [1, 2], card: 5, added: "C", ...RULED },
  awarded: { kind: "awarded", winner: 2, planet: "C", victory_points: 6, through: "A", ...RULED },
  ended: { kind: "ended", reason: "normal", ...RULED },
};

export function turn(...events: Event[]): Turn {
  return {
    kind: "turn",
    seq: 1,
    step: 1,
    at: 0,
    phase: { key: "battle", name: "Battle 1", round: 1 } as unknown as Turn["phase"],
    orders: [],
    missed: [],
    drafted: false,
    events: events.map((event) => ({ event, text: `${event.kind}.` })),
    fates: [],
  };
}

/** Two seats, four planets: A at stake, B claimed by seat 1, C and D to come. */
export function table(changes: Partial<Seen> = {}, submitted: number[] = []): Table {
  const view: Seen = {
    seat: 1,
    setup: {
      seats: 2,
      planets: ["A", "B", "C", "D"].map((id, index) => ({ id, victory_points: index + 1 })),
    },
    battle: 2,
    hands: [
      [1, 5],
      [3, 1],
    ],
    stake: ["A"],
    in_pot: false,
    dealt: ["B"],
    undealt: ["C", "D"],
    claimed_planets: [[{ id: "B", victory_points: 4 }], []],
    scores: [4, 0],
    end_reason: null,
    ...changes,
  };
  return { view, step: 1, submitted, outcome: null } as unknown as Table;
}
