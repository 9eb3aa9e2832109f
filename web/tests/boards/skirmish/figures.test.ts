import { expect, test } from "vitest";

import { figures } from "../../../src/boards/skirmish/figures";
import { EVENTS, table, turn } from "./turns";

const entries = [
  turn(EVENTS.revealed, { ...EVENTS.won, winner: 1, planets: ["A"] }),
  turn(EVENTS.revealed, EVENTS.tied),
  turn(EVENTS.revealed, { ...EVENTS.won, winner: 2, planets: ["B", "C"] }),
];

test("a player remembers points, battles and the biggest pot", () => {
  expect(figures({ table: table({ scores: [4, 9] }), entries, you: 1 })).toEqual([
    { value: "4 : 9", label: "your VP to your best rival’s" },
    { value: "1 of 3", label: "battles won" },
    { value: "5 VP", label: "in the biggest pot" },
  ]);
});

test("who watched sees the best two", () => {
  const shown = figures({ table: table({ scores: [4, 9] }), entries, you: null });
  expect(shown.map(({ value }) => value)).toEqual(["9 : 4", "3", "5 VP"]);
});

test("a match that ended before its first battle has figures, too", () => {
  const shown = figures({ table: table({ scores: [0, 0] }), entries: [], you: 2 });
  expect(shown.map(({ value }) => value)).toEqual(["0 : 0", "0 of 0", "0 VP"]);
});
