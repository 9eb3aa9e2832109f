import { expect, test } from "vitest";

import { beats } from "../../../src/boards/orbit/beats";
import { EVENTS, turn } from "./ships";

test.each(Object.values(EVENTS))("the sentence of $kind is told once", (event) => {
  const texts = beats(turn(event))
    .map(({ text }) => text)
    .filter((text) => text !== "");
  expect(texts).toEqual([`${event.kind}.`]);
});

test("the ship moves, it fires, its shots hit, then heat does its work and the next one arrives", () => {
  const { moved, fired, hit, overheated, arrived } = EVENTS;
  const shown = beats(turn(moved, fired, hit, overheated, arrived)).filter(({ text }) => text !== "");
  expect(shown.map(({ stage, text }) => [stage, text])).toEqual([
    [0, "moved."],
    [1, "fired."],
    [2, "hit."],
    [3, "overheated."],
    [3, "arrived."],
  ]);
});

test("a shot goes to every target, in the way of its weapon", () => {
  expect(beats(turn(EVENTS.fired))).toMatchObject([
    { kind: "laser", from: "ship:1", to: "ship:2" },
    { kind: "laser", from: "ship:1", to: "ship:3" },
  ]);
});

test("what shields absorb is no damage", () => {
  expect(beats(turn(EVENTS.hit))).toMatchObject([
    { kind: "hit", thing: "ship:2", amount: 3 },
    { kind: "hull", thing: "ship:2", amount: 4 },
    { kind: "shielded", thing: "ship:2", amount: EVENTS.hit.absorbed },
  ]);
  expect(beats(turn({ ...EVENTS.hit, absorbed: 0 }))).toHaveLength(2);
});

test("a movement points at its place", () => {
  expect(beats(turn(EVENTS.moved))[0]).toMatchObject({ thing: "ship:1", to: "place:3/0" });
});
