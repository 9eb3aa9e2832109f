import { describe, expect, test } from "vitest";

import type { Entry, Table } from "../../src/api";
import { told } from "../../src/table/told";
import { positionTitle, roundName, roundTitle, seatLeftTold, span, stateOf } from "../../src/table/words";
import { listed } from "../../src/play/words";

const called = (player: string): string => (player === "bot:hard" ? "Empress Nyx" : player);
const PHASE = { round: 3, name: "battle", key: "3", part: [1, 1] as [number, number] };

test.each([
  [PHASE, "Battle 3"],
  [{ ...PHASE, name: "declaration 1" }, "Round 3, declaration 1"],
  [{ ...PHASE, name: "commands", part: [3, 3] as [number, number] }, "Round 3, commands"],
  [{ ...PHASE, name: "turn", part: [1, 2] as [number, number] }, "Round 3"],
  [{ ...PHASE, name: "turn" }, "Turn 3"],
])("%j is called %s", (phase, title) => {
  expect(roundTitle(phase)).toBe(title);
});

test("a whole round has the game's own word, and a match that has ended is over", () => {
  expect(roundName(PHASE)).toBe("Battle 3");
  expect(roundName({ ...PHASE, name: "commands", part: [3, 3] })).toBe("Round 3");
  const table = { phase: PHASE, outcome: null } as unknown as Table;
  expect(positionTitle(table)).toBe("Battle 3");
  expect(positionTitle({ ...table, outcome: { winners: [1] } } as unknown as Table)).toBe("Over");
});

test.each([
  [-5, "0:00"],
  [1, "0:01"],
  [65_000, "1:05"],
  [3_600_000, "1 h 0 min"],
  [90_000_000, "1 d 1 h"],
])("%d milliseconds are %s", (milliseconds, text) => {
  expect(span(milliseconds)).toBe(text);
});

test("names are listed as one says them", () => {
  expect([listed([]), listed(["Ada"]), listed(["Ada", "Bob"]), listed(["Ada", "Bob", "Cleo"])]).toEqual([
    "",
    "Ada",
    "Ada and Bob",
    "Ada, Bob and Cleo",
  ]);
});

describe("the state of a player", () => {
  const table = { resigned: [4], submitted: [1], to_act: [1, 2, 3], outcome: null } as unknown as Table;
  const around = { table, isSimultaneous: true, offers: [3], away: [2], isOver: false };

  test.each([
    [1, "ready"],
    [2, "away, to move"],
    [3, "offers a draw"],
    [4, "resigned"],
    [5, "out"],
  ])("of seat %d is %s", (seat, state) => {
    expect(stateOf(seat, around)).toBe(state);
  });

  test("is thinking, or nothing, where others have their turn", () => {
    const turns = { ...around, isSimultaneous: false, offers: [], away: [] };
    expect([stateOf(2, turns), stateOf(5, turns)]).toEqual(["thinking", ""]);
  });

  test("after the end says who won", () => {
    const over = { ...around, table: { ...table, outcome: { winners: [2] } } as unknown as Table };
    expect([stateOf(1, over), stateOf(2, over), stateOf(4, over)]).toEqual(["", "won", "resigned"]);
  });
});

describe("what an entry tells", () => {
  const entry = (fields: object): Entry => ({ seq: 1, step: 1, at: 0, phase: PHASE, ...fields }) as Entry;

  test("of a turn is its events, and what was played for those who were late", () => {
    const turn = {
      kind: "turn",
      orders: [{ seat: 2, order: {}, notation: "play 1" }],
      missed: [2, 3],
      drafted: false,
      events: [{ event: {}, text: "⟦1⟧ won." }],
      fates: [],
    };
    expect(told(entry(turn), called)).toEqual([
      "⟦2⟧ gave no order, so this was played: play 1.",
      "⟦3⟧ gave no order.",
      "⟦1⟧ won.",
    ]);
  });

  test("of a draft that the deadline played is told to whoever wrote it", () => {
    const turn = { kind: "turn", orders: [], missed: [], drafted: true, events: [], fates: [] };
    expect(told(entry(turn), called)).toEqual(["Time ran out; your draft was played."]);
  });

  test("of anything else is a sentence", () => {
    expect(told(entry({ kind: "resignation", seat: 2 }), called)).toEqual(["⟦2⟧ resigned."]);
    expect(told(entry({ kind: "take_over", seat: 2, left: "Ada", player: "bot:hard" }), called)).toEqual([
      "Ada left the match; Empress Nyx plays in their place.",
    ]);
    expect(told(entry({ kind: "agreed_draw" }), called)).toEqual(["Everyone agreed to a draw."]);
  });
});

test.each([
  [{ then: "bot", after: 3, bot: "hard" } as const, true, "You resigned. Empress Nyx plays on for you."],
  [
    { then: "bot", after: 3, bot: "hard" } as const,
    false,
    "This seat is no longer yours. Empress Nyx plays on for you.",
  ],
  [{ then: "open", after: 3, bot: null } as const, true, "You resigned. Another player can take the seat over."],
])("somebody who lost their seat reads what became of it: %j", (absent, hasResigned, text) => {
  expect(seatLeftTold(absent, hasResigned, () => "Empress Nyx")).toBe(text);
});
