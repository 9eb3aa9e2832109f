import { expect, test } from "vitest";

import { asksOf, inOrder, type Asking } from "../../src/table/asks";

const QUIET: Asking = {
  you: 1,
  isOver: false,
  hasResigned: false,
  offers: [],
  pauses: [],
  isStopped: false,
  free: [],
  rematch: null,
};

test.each<[Partial<Asking>, string, string]>([
  [{ offers: [2] }, "⟦2⟧ offers a draw.", "Agree to a draw"],
  [{ offers: [2, 3] }, "⟦2⟧ and ⟦3⟧ offer a draw.", "Agree to a draw"],
  [{ offers: [1] }, "You offered a draw.", "Withdraw the offer"],
  [{ pauses: [2] }, "⟦2⟧ asks for a pause.", "Agree to a pause"],
  [{ pauses: [1] }, "You asked for a pause.", "Withdraw the request"],
  [{ isStopped: true }, "The clock is stopped.", "Resume the clock"],
  [{ you: null, free: [3] }, "The seat of ⟦3⟧ is free.", "Take it over"],
  [{ isOver: true, rematch: "m2" }, "A rematch is ready.", "Go to the rematch"],
])("%j is asked", (changes, text, label) => {
  expect(asksOf({ ...QUIET, ...changes })).toMatchObject([{ text, label }]);
});

test.each<Partial<Asking>>([
  {},
  { free: [3] },
  { you: null, offers: [2], pauses: [2] },
  { hasResigned: true, offers: [2] },
  { isOver: true, offers: [2] },
])("nothing is asked of whoever it is not for: %j", (changes) => {
  expect(asksOf({ ...QUIET, ...changes })).toEqual([]);
});

test("what is new comes last, and what changes keeps its place", () => {
  const first = asksOf({ ...QUIET, pauses: [2] });
  const second = inOrder(first, asksOf({ ...QUIET, pauses: [2, 3], offers: [2] }));
  expect(second.map(({ text }) => text)).toEqual(["⟦2⟧ and ⟦3⟧ ask for a pause.", "⟦2⟧ offers a draw."]);
});

test("one's own request is taken back, and not put aside", () => {
  expect(asksOf({ ...QUIET, pauses: [1], offers: [2] }).map(({ isOwn }) => isOwn)).toEqual([false, true]);
});
