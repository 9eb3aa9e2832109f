import { describe, expect, test } from "vitest";

import type { Outcome } from "../../src/api";
import { decided } from "../../src/play/course";
import { endingFor, headline, saidTo } from "../../src/play/ending";

const outcome = (...winners: number[]): Outcome => ({ winners, ranking: [], scores: [], reason: "" });
const level: Outcome = { ...outcome(), ranking: [[1, 2]] };
const left: Outcome = { ...outcome(1), ranking: [[1], [2]], reason: "resignation" };

test.each([
  [outcome(1), 1, "won", "You won"],
  [outcome(2), 1, "lost", "You lost"],
  [outcome(), 1, "lost", "Nobody won"],
  [level, 1, "lost", "A draw"],
  [level, null, "watched", "A draw"],
  [{ ...outcome(), reason: "agreed_draw" }, 1, "lost", "A draw"],
  [left, 1, "won", "⟦2⟧ resigned: you won"],
  [left, 2, "lost", "You resigned"],
  [left, null, "watched", "⟦1⟧ won"],
  [{ ...left, ranking: [[1], [3], [2]] }, 1, "won", "You won"],
  [outcome(1, 3), 1, "shared", "You and ⟦3⟧ won together"],
  [outcome(2), null, "watched", "⟦2⟧ won"],
  [outcome(2, 3), null, "watched", "⟦2⟧ and ⟦3⟧ won together"],
  [outcome(), null, "watched", "Nobody won"],
])("an end is said to whoever looks", (ended, you, ending, text) => {
  expect(endingFor(ended, you)).toBe(ending);
  expect(headline(ended, you, ended === left ? [2] : [])).toBe(text);
});

test.each([
  [1, "⟦1⟧ wins with 17 VP to 13.", "You win with 17 VP to 13."],
  [2, "⟦1⟧ wins with 17 VP to 13.", "⟦1⟧ wins with 17 VP to 13."],
  [null, "⟦1⟧ wins.", "⟦1⟧ wins."],
  [2, "⟦1⟧ and ⟦2⟧ agreed to a draw.", "⟦1⟧ and you agreed to a draw."],
  [1, "Over. ⟦1⟧ has the most VP: 9.", "Over. You have the most VP: 9."],
  [1, "⟦1⟧ chose to stay.", "You chose to stay."],
  [3, "This changed most for ⟦3⟧: from 0 to +4.", "This changed most for you: from 0 to +4."],
])("to seat %j, %s", (you, text, said) => {
  expect(saidTo(you, text)).toBe(said);
});

describe("a match is decided", () => {
  const course = (...values: number[][]) => values.map((each, step) => ({ step, at: step, values: each }));

  test("where the winner takes the lead for good, and it is shown from the position before", () => {
    const points = course([0, 0], [3, 1], [3, 4], [5, 3], [9, 4]);
    expect(decided(points, 1)).toEqual({ from: 2, to: 3 });
  });

  test("only by a lead that is more than noise", () => {
    const points = course([8, 8], [9, 8], [9, 8], [16, 6], [20, 4]);
    expect(decided(points, 1)).toEqual({ from: 2, to: 3 });
  });

  test("by the least lead, where that is what it was won by", () => {
    expect(decided(course([0, 0], [8, 8], [9, 8]), 1)).toEqual({ from: 1, to: 2 });
  });

  test("nowhere, where the winner was always ahead or never was", () => {
    const points = course([3, 0], [5, 2], [9, 4]);
    expect(decided(points, 1)).toBeNull();
    expect(decided(points, 2)).toBeNull();
    expect(decided([], 1)).toBeNull();
  });
});
