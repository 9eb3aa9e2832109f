import { describe, expect, test } from "vitest";

import {
  losses,
  MOST_PAIRS,
  pairs,
  restWords,
  toll,
  tollWords,
  worthWatching,
} from "../../../src/boards/risky_stars/dice";
import { EVENTS } from "./maps";

const KNOWN = { names: ["Ada", "Coral bot", "Bob"], you: 1 };

const faces = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => 10 - Math.floor((10 * index) / count));

test("dice are paired, and the losses tell who loses ties", () => {
  const fought = { attack: [10, 10, 7], defence: [10, 9, 8, 7], attack_lost: { 1: 2 }, defence_lost: { 2: 1 } };
  expect(pairs(fought)).toEqual([
    { attack: 10, defence: 10, loser: "attack" },
    { attack: 10, defence: 9, loser: "defence" },
    { attack: 7, defence: 8, loser: "attack" },
  ]);
  expect(pairs({ ...fought, attack_lost: { 1: 1 }, defence_lost: { 2: 2 } })[0]?.loser).toBe("defence");
});

describe("what dice cost", () => {
  test("of several players adds up", () => {
    expect(losses({ attack_lost: { 1: 2, 3: 4 }, defence_lost: {} })).toEqual({ attack: 6, defence: 0 });
  });

  test("is told from where one sits", () => {
    const sides = { attackers: [1], defender: 2 };
    expect(tollWords({ attack: 5, defence: 7 }, sides, KNOWN)).toBe("you lose 5, Coral bot loses 7");
    expect(tollWords({ attack: 1, defence: 0 }, { attackers: [2, 3], defender: 1 }, KNOWN)).toBe(
      "Coral bot and Bob lose 1, you lose none",
    );
  });

  test("is a sentence for all that are not shown, and none is left out", () => {
    const all = { ...EVENTS.fought, attack: faces(40), defence: faces(31) };
    const fought = { ...all, attack_lost: { 1: 3 }, defence_lost: { 2: 28 } };
    const rest = toll(pairs(fought).slice(MOST_PAIRS));
    expect(rest.attack + rest.defence).toBe(31 - MOST_PAIRS);
    expect(restWords(fought, KNOWN)).toBe(
      `…and 23 more pairs: you lose ${rest.attack}, Coral bot loses ${rest.defence}. 9 dice without a partner.`,
    );
    expect(restWords({ ...EVENTS.fought, attack: [3], defence: [2] }, KNOWN)).toBe("");
  });
});

test("of many exchanges one watches one's own, and of each place the last", () => {
  const at = (place: string, defender: number) => ({ ...EVENTS.fought, place, attackers: [3], defender });
  const [first, own, other, last] = [at("A", 2), at("B", 1), at("C", 2), at("A", 2)];
  expect(worthWatching([first, own, other, last], 1, 2)).toEqual([other, own]);
  expect(worthWatching([first, own, other, last], null, 9)).toEqual([last, own, other]);
});
