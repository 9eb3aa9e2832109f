import { expect, test } from "vitest";

import type { Options, Slot } from "../../src/api";
import { isOnlyOrder } from "../../src/play/alternatives";

const choice = (...values: number[]): Slot => ({ kind: "choice", path: ["card"], label: "Card", labels: [], values });
const options = (...slots: Slot[]): Options => ({ templates: [{ order: {}, label: "Play", slots }] });

test("where every choice has one value, there is one order", () => {
  expect(isOnlyOrder(options(choice(7)))).toBe(true);
  expect(isOnlyOrder(options())).toBe(true);
});

test("where something can be chosen, left out or written, there are more", () => {
  const [only] = options(choice(7)).templates;
  expect(isOnlyOrder(options(choice(7, 8)))).toBe(false);
  expect(isOnlyOrder(options({ kind: "range", path: ["units"], label: "Units", low: 1, high: 2 }))).toBe(false);
  expect(isOnlyOrder(options({ kind: "range", path: ["units"], label: "Units", low: 2, high: 2 }))).toBe(true);
  expect(isOnlyOrder(options({ kind: "text", path: ["text"], label: "Words", most: 80 }))).toBe(false);
  expect(isOnlyOrder(options({ kind: "remove", path: ["card"], label: "Remove" }))).toBe(false);
  expect(isOnlyOrder({ templates: only === undefined ? [] : [only, only] })).toBe(false);
});

test("before the server has said what can be ordered, nothing is certain", () => {
  expect(isOnlyOrder({ templates: [] })).toBe(false);
});
