import { describe, expect, test } from "vitest";

import { rounds, unitsByRound } from "../../../src/boards/territory/rounds";
import { EVENTS, turn, view } from "./maps";

const WORDS = turn(1, EVENTS.declared);
const DEEDS = turn(1, EVENTS.marched, EVENTS.counted);

describe("said and done", () => {
  test("everybody's words stand beside what they then did", () => {
    expect(rounds(view({ round: 2 }), [WORDS, DEEDS])).toEqual([
      {
        round: 1,
        isOver: true,
        players: [
          { seat: 1, said: ["Peace!"], did: ["3 right from (0,0)"] },
          { seat: 2, said: [""], did: [] },
          { seat: 3, said: [null], did: [] },
        ],
      },
    ]);
  });

  test("the newest round comes first, and is not over while commands are due", () => {
    const later = turn(2, { ...EVENTS.declared, round: 2 });
    const found = rounds(view({ round: 2, plans: [["Peace!", "no plan", null]] }), [WORDS, DEEDS, later]);
    expect(found.map(({ round, isOver }) => [round, isOver])).toEqual([
      [2, false],
      [1, true],
    ]);
  });

  test("a declaration in which nobody said anything is not worth a line", () => {
    const silent = ["no plan", "no plan", null];
    const found = rounds(view({ round: 2, plans: [silent] }), [turn(1, { ...EVENTS.declared, texts: silent }), DEEDS]);
    expect(found.map(({ round, players }) => [round, players[0]?.said])).toEqual([[1, []]]);
  });

  test("words that are on the table are shown before the past is loaded", () => {
    expect(rounds(view({ plans: [["Hello", null, null]] }), [])[0]?.players[0]?.said).toEqual(["Hello"]);
    expect(rounds(view(), [])).toEqual([]);
  });
});

test("units by round begin with those that everybody starts with", () => {
  expect(unitsByRound(view({ round: 2 }), [WORDS, DEEDS])).toEqual([
    [5, 6],
    [5, 0],
    [5, 0],
  ]);
});
