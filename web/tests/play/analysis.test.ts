import { expect, test } from "vitest";

import type { Analysis, Entry } from "../../src/api";
import { moments, standing } from "../../src/play/analysis";

type Better = Analysis["steps"][number]["better"][number];

const weighed = { order: {}, preview: {}, notation: "", words: "", forecast: "", only: [], worth: 0 };
const better = (seat: number, text: string) => ({ seat, given: weighed, better: weighed, text }) as unknown as Better;
const found: Analysis = {
  steps: [
    { step: 0, worth: [0, 0], better: [] },
    { step: 1, worth: [149, -151], better: [] },
    { step: 2, worth: [4000, -4000], better: [better(1, "⟦1⟧ chose to stay."), better(2, "⟦2⟧ chose to go.")] },
    { step: 3, worth: [4000, -4000], better: [better(2, "⟦2⟧ chose late.")] },
    { step: 4, worth: [10000, -10000], better: [] },
  ],
  turning_points: [
    { step: 4, seat: 1, change: 6000, text: "the end" },
    { step: 2, seat: 1, change: 3851, text: "the turn" },
  ],
};
const entry = (step: number, round: number): Entry => ({ kind: "turn", step, phase: { round } }) as unknown as Entry;

test("my own decisions come first, then what else there is to tell, each in the order of the match", () => {
  expect(moments(found, 2).map(({ step, seat, isTurning, text }) => [step, seat, isTurning, text])).toEqual([
    [2, 2, true, "You chose to go."],
    [3, 2, false, "You chose late."],
    [2, 1, true, "⟦1⟧ chose to stay."],
    [4, 1, true, "the end"],
  ]);
  expect(moments(found, 1).map(({ step, isMine }) => [step, isMine])).toEqual([
    [2, true],
    [4, true],
    [2, false],
    [3, false],
  ]);
  expect(moments(found, null).map(({ isMine }) => isMine)).toEqual([false, false, false, false]);
  expect(moments({ steps: found.steps.slice(0, 2), turning_points: [] }, 1)).toEqual([]);
});

test("the chart shows the end of every round, and every step of which something is told", () => {
  const points = standing(found, [entry(1, 1), entry(2, 1), entry(3, 1), entry(4, 1)]);
  expect(points).toEqual([
    { step: 0, at: 0, values: [0, 0] },
    { step: 2, at: 0.5, values: [40, -40] },
    { step: 3, at: 0.75, values: [40, -40] },
    { step: 4, at: 1, values: [100, -100] },
  ]);
});

test("values are rounded to what people read", () => {
  expect(standing(found, [entry(1, 1)])[1]?.values).toEqual([1, -2]);
});
