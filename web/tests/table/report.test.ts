import { expect, test } from "vitest";

import type { Entry } from "../../src/api";
import { turnsTold, type Reader } from "../../src/table/report";

const READER: Reader = {
  you: 1,
  called: (player) => (player === "bot:hard" ? "Empress Nyx" : player),
  isSeries: false,
  board: { beats: () => [], locate: () => "Vega", moves: ["moved"] },
};

function turn(step: number, kinds: readonly string[], key = String(step)): Entry {
  return {
    kind: "turn",
    step,
    phase: { round: step, name: "turn", key, part: [1, 1] },
    orders: [{ seat: 1, order: {}, notation: "hold" }],
    events: kinds.map((kind, index) => ({ event: { kind, rule: "KH-5" }, text: `${kind} ${step}.${index}` })),
    fates: [{ seat: 1, path: [], text: "You held.", verdict: "done" }],
    missed: [],
  } as unknown as Entry;
}

const texts = (lines: readonly { text: string }[]): string[] => lines.map(({ text }) => text);

test("what matters comes first, plain moves after it", () => {
  const { turns } = turnsTold([turn(1, ["moved", "conflict", "moved", "eliminated"])], 5, READER);
  expect(texts(turns[0]!.lines)).toEqual(["conflict 1.1 [KH-5]", "eliminated 1.3 [KH-5]"]);
  expect(texts(turns[0]!.moves)).toEqual(["moved 1.0 [KH-5]", "moved 1.2 [KH-5]"]);
  expect(turns[0]!.fates).toEqual([{ text: "You held.", thing: "Vega" }]);
});

test("the newest turn comes first, and steps of one turn belong together", () => {
  const entries = [turn(1, ["moved"], "a"), turn(2, ["taken"], "a"), turn(3, ["moved"], "b")];
  const { turns, hasMore } = turnsTold(entries, 5, READER);
  expect(turns.map(({ step, lines, moves }) => [step, lines.length, moves.length])).toEqual([
    [3, 0, 1],
    [1, 1, 1],
  ]);
  expect(hasMore).toBe(false);
});

test("of a long match only the newest turns are told", () => {
  const entries = Array.from({ length: 50 }, (_, index) => turn(index + 1, ["moved"]));
  const { turns, hasMore } = turnsTold(entries, 5, READER);
  expect(turns.map(({ step }) => step)).toEqual([50, 49, 48, 47, 46]);
  expect(hasMore).toBe(true);
});

test("a seat that changed hands is told with who left it and who plays there now", () => {
  const takeOver = { ...turn(1, []), kind: "take_over", seat: 2, left: "Guest 1703", player: "bot:hard" } as Entry;
  const { turns } = turnsTold([takeOver], 5, READER);
  expect(texts(turns[0]!.lines)).toEqual(["Guest 1703 left the match; Empress Nyx plays in their place."]);
});

test("in a series, what happened says what became of the order", () => {
  const { turns } = turnsTold([turn(1, ["moved"])], 5, { ...READER, isSeries: true });
  expect(turns[0]!.fates).toEqual([]);
});

test("a game without a board is told in the order of its events", () => {
  const { turns } = turnsTold([turn(1, ["moved", "conflict"])], 5, { ...READER, board: null });
  expect(texts(turns[0]!.lines)).toEqual(["moved 1.0 [KH-5]", "conflict 1.1 [KH-5]"]);
});
