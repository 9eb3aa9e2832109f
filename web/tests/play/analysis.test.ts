import { expect, test } from "vitest";

import type { Analysis, Entry } from "../../src/api";
import { moments, standing } from "../../src/play/analysis";

const better = (text: string) => ({ seat: 1, given: "a", better: "b", gain: 900, text });
const found: Analysis = {
  steps: [
    { step: 0, worth: [0, 0], better: [] },
    { step: 1, worth: [149, -151], better: [] },
    { step: 2, worth: [4000, -4000], better: [better("something else"), better("and more")] },
    { step: 3, worth: [4000, -4000], better: [better("late")] },
    { step: 4, worth: [10000, -10000], better: [] },
  ],
  turning_points: [
    { step: 4, seat: 1, change: 6000, text: "the end" },
    { step: 2, seat: 1, change: 3851, text: "the turn" },
  ],
};
const entry = (step: number, round: number): Entry => ({ kind: "turn", step, phase: { round } }) as unknown as Entry;

test("what is told stands in the order of play, a turning point before what would have been better", () => {
  expect(moments(found)).toEqual([
    { step: 2, isTurning: true, texts: ["the turn", "something else", "and more"] },
    { step: 3, isTurning: false, texts: ["late"] },
    { step: 4, isTurning: true, texts: ["the end"] },
  ]);
  expect(moments({ steps: found.steps.slice(0, 2), turning_points: [] })).toEqual([]);
});

test("the chart shows the end of every round, and every step of which something is told", () => {
  const points = standing(found, [entry(1, 1), entry(2, 1), entry(3, 1), entry(4, 1)]);
  expect(points).toEqual([
    { step: 0, round: 0, values: [0, 0] },
    { step: 2, round: 1, values: [40, -40] },
    { step: 3, round: 1, values: [40, -40] },
    { step: 4, round: 1, values: [100, -100] },
  ]);
});

test("values are rounded to what people read", () => {
  expect(standing(found, [entry(1, 1)])[1]?.values).toEqual([1, -2]);
});
