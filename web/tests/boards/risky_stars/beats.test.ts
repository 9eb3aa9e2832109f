import { expect, test } from "vitest";

import { beats } from "../../../src/boards/risky_stars/beats";
import { EVENTS, turn } from "./maps";

test.each(Object.values(EVENTS))("the sentence of $kind is told once", (event) => {
  const texts = beats(turn(1, null, event))
    .map(({ text }) => text)
    .filter((text) => text !== "");
  expect(texts).toEqual([`${event.kind}.`]);
});

test("an army arrives before it fights, and dice roll before it is seen what they cost", () => {
  const shown = beats(turn(1, null, EVENTS.moved, EVENTS.fought, EVENTS.taken, EVENTS.ruined));
  expect(shown.map(({ stage, kind }) => [stage, kind])).toEqual([
    [0, "moved"],
    [1, "rolled"],
    [2, "fought"],
    [2, "taken"],
    [2, "ruined"],
  ]);
});

test("what was free is taken at once: bots need not be waited for", () => {
  const shown = beats(turn(1, null, { ...EVENTS.moved, arrival: "possession" }, { ...EVENTS.taken, of: null }));
  expect(shown.map(({ stage }) => stage)).toEqual([0, 0]);
});

test("a round ends with fights, then armies go back, then the next begins", () => {
  const { fought, held, retreated, round_began, produced, turn_began } = EVENTS;
  const shown = beats(turn(1, null, fought, held, retreated, round_began, produced, turn_began));
  expect(shown.map(({ stage }) => stage)).toEqual([0, 1, 1, 2, 3, 3, 3]);
});

test("units that are bought appear at their places", () => {
  expect(beats(turn(1, null, EVENTS.bought))).toMatchObject([
    { thing: "place:Vega/Aurum/Arden", amount: 3, seat: 1 },
    { thing: "place:Vega/Brine", amount: 1, text: "" },
  ]);
});

test("an army that disbands goes nowhere", () => {
  expect(beats(turn(1, null, { ...EVENTS.retreated, to: null }))).toMatchObject([
    { thing: "place:Vega/Brine", from: null, to: null },
  ]);
});
