import { expect, test } from "vitest";

import { type, type Typed } from "../../../src/boards/skirmish/typing";

/** The cards that are chosen, digit by digit, with so many milliseconds between them. */
function chosen(digits: string, hand: readonly number[], pause = 200): (number | null)[] {
  let typed: Typed = { digits: "", at: -Infinity };
  return [...digits].map((digit, index) => {
    const found = type(typed, digit, index * pause, hand);
    typed = found.typed;
    return found.card;
  });
}

test("a digit chooses a card", () => {
  expect(chosen("7", [1, 7, 12])).toEqual([7]);
  expect(chosen("6", [1, 7, 12])).toEqual([null]);
});

test("two digits that come quickly choose one card, and slow ones two", () => {
  expect(chosen("12", [1, 2, 12])).toEqual([1, 12]);
  expect(chosen("12", [1, 2, 12], 2000)).toEqual([1, 2]);
  expect(chosen("12", [12])).toEqual([null, 12]);
});

test("digits that make no card of the hand together count for themselves", () => {
  expect(chosen("73", [3, 7])).toEqual([7, 3]);
  expect(chosen("7312", [3, 7, 12])).toEqual([7, 3, null, 12]);
});
