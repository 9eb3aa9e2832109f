/** A row of five regions, a to e, as the server would tell it. Seat 1 has three fleets, seat 2 has two. */

import type { Json, Of, Options, Turn } from "../../../src/api";
import type { View } from "../../../src/boards/kepler/geometry";

type Changes = Omit<Partial<View>, "setup"> & {
  match?: Partial<Of<"kepler", "Setup">>;
  map?: Partial<Of<"kepler", "Map">>;
};

export function viewOf({ match, map, ...changes }: Changes = {}): View {
  const regions = ["a", "b", "c", "d", "e"].map((id, index) => ({ id, name: id.toUpperCase(), x: index * 20, y: 0 }));
  return {
    seat: 1,
    setup: {
      match: {
        seats: 2,
        max_turns: 12,
        map: {
          name: "row",
          regions,
          links: [
            ["a", "b"],
            ["b", "c"],
            ["c", "d"],
            ["d", "e"],
          ],
          homes: [["a"], ["e"]],
          fleets_per_home: 3,
          ...map,
        },
        ...match,
      },
      needed: 3,
      extent: { left: 0, top: 0, right: 80, bottom: 0 },
      spacing: 20,
    },
    turn: 3,
    fleets: [
      [
        { id: "1a", region: "a" },
        { id: "1b", region: "a" },
        { id: "1c", region: "b" },
      ],
      [
        { id: "2a", region: "e" },
        { id: "2b", region: "d" },
      ],
    ],
    lost: [0, 0],
    end_reason: null,
    opened: [],
    closed: [],
    control: { a: 1, b: 1, e: 2, d: 2 },
    scores: [2, 2],
    ...changes,
  };
}

export const HOLD: Json = { orders: ["1a", "1b", "1c"].map((fleet) => ({ fleet, to: null })) };

/** Options for an order of every fleet, as the server gives them. */
export const OPTIONS: Options = {
  templates: [
    {
      order: HOLD,
      label: "Order your fleets",
      slots: [["b"], ["b"], ["a", "c"]].map((to, index) => ({
        kind: "choice",
        path: ["orders", index, "to"],
        values: [null, ...to],
        label: "",
        labels: [],
      })),
    },
  ],
};

export function turnOf(events: readonly Of<"kepler", "Event">[], fates: Turn["fates"] = []): Turn {
  return {
    kind: "turn",
    seq: 1,
    step: 1,
    at: 0,
    phase: { key: "1", name: "planning", round: 1, turn: 1 } as unknown as Turn["phase"],
    orders: [],
    missed: [],
    drafted: false,
    events: events.map((event) => ({ event, text: `${event.kind} happened.` })),
    fates,
  };
}
