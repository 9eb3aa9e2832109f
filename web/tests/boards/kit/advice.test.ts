import { expect, test } from "vitest";

import type { Advice } from "../../../src/boards/contract";
import { compared } from "../../../src/boards/kit/advice";

const advice = (kind: Advice["kind"], ...moves: number[]): Advice => ({ kind, seat: 2, order: moves, preview: null });
const moves = (...all: Advice[]): unknown[] =>
  compared(
    all,
    ({ order }) => order as number[],
    (one, other) => one === other,
  ).map(({ kind, seat, move }) => [kind, seat, move]);

test("what two orders share is told once, and what they differ in of each", () => {
  expect(moves(advice("given", 1, 2), advice("better", 2, 3))).toEqual([
    ["given", 2, 1],
    ["both", 2, 2],
    ["better", 2, 3],
  ]);
});

test("an order alone shares nothing", () => {
  expect(moves(advice("better", 1))).toEqual([["better", 2, 1]]);
  expect(moves()).toEqual([]);
});
