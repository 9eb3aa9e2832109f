import { expect, test } from "vitest";

import type { Outcome } from "../../src/api";
import { decided } from "../../src/play/course";
import { endingFor, headline } from "../../src/play/ending";

const outcome = (...winners: number[]): Outcome => ({ winners, ranking: [], scores: [], reason: "" });

test.each([
  [outcome(1), 1, "won", "You won"],
  [outcome(2), 1, "lost", "You lost"],
  [outcome(), 1, "lost", "Nobody won"],
  [outcome(1, 3), 1, "shared", "You and ⟦3⟧ won together"],
  [outcome(2), null, "watched", "⟦2⟧ won"],
  [outcome(2, 3), null, "watched", "⟦2⟧ and ⟦3⟧ won together"],
  [outcome(), null, "watched", "Nobody won"],
])("an end is said to whoever looks", (ended, you, ending, text) => {
  expect(endingFor(ended, you)).toBe(ending);
  expect(headline(ended, you)).toBe(text);
});

test("a match is decided where the winner takes the lead for good", () => {
  const points = [
    [0, 0],
    [3, 1],
    [3, 4],
    [5, 4],
    [9, 4],
  ].map((values, step) => ({ step, round: step, values }));
  expect(decided(points, 1)?.step).toBe(3);
  expect(decided(points, 2)).toBeNull();
  expect(decided(points.slice(3), 1)).toBeNull();
});
