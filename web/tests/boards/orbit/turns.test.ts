import { expect, test } from "vitest";

import { turnsOf, turnsPlayed } from "../../../src/boards/orbit/turns";
import { ship, view } from "./ships";

const drawn = [
  [2, 1, 3],
  [3, 1, 2],
];

test("turns to come are shown from now to the end of the next round", () => {
  expect(turnsOf(view({ active: 1, turn_orders: drawn }))).toEqual([
    [1, 3],
    [3, 1, 2],
  ]);
});

test("those whose ships are lost have no more turns", () => {
  expect(turnsOf(view({ active: 1, turn_orders: drawn, ships: [ship(), ship(), null] }))).toEqual([[1], [1, 2]]);
});

test("turns played are counted by the order in which they were drawn", () => {
  const now = view({ round: 4, active: 1, turn_orders: drawn });
  expect([1, 2, 3].map((seat) => turnsPlayed(now, seat))).toEqual([3, 4, 3]);
  expect([1, 2, 3].map((seat) => turnsPlayed(view({ round: 2, active: 2 }), seat))).toEqual([2, 1, 1]);
});
