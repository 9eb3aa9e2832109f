import { expect, test } from "vitest";

import type { Table } from "../../src/api";
import { nextSeat } from "../../src/play/hotseat";

const table = (to_act: number[], submitted: number[] = [], resigned: number[] = []): Table =>
  ({ to_act, submitted, resigned }) as unknown as Table;

test("whoever owes an order goes on", () => {
  expect(nextSeat([1, 3], table([1, 2, 3]), 3)).toBe(3);
});

test("then it is the next of our seats that owes one, in the order of the table", () => {
  expect(nextSeat([1, 2, 4], table([1, 2, 3, 4], [2]), 2)).toBe(4);
  expect(nextSeat([1, 2, 4], table([1, 2, 3, 4], [4]), 4)).toBe(1);
});

test("where nobody of ours owes one, nobody is called", () => {
  expect(nextSeat([1, 2], table([3]), 2)).toBe(2);
  expect(nextSeat([1, 2], table([1, 2], [1, 2]), 1)).toBe(1);
});

test("somebody who has left the table does not hold it up", () => {
  expect(nextSeat([1, 2], table([1, 2]), 0)).toBe(1);
});

test("whoever gave up is not called any more", () => {
  expect(nextSeat([1, 2, 3], table([1, 2, 3], [], [2]), 2)).toBe(3);
  expect(nextSeat([1, 2], table([1, 2], [1], [2]), 1)).toBe(1);
});
