import { expect, test } from "vitest";

import { beats } from "../../../src/boards/territory/beats";
import { EVENTS, turn } from "./maps";

test.each(Object.values(EVENTS))("the sentence of $kind is told once", (event) => {
  const texts = beats(turn(1, event))
    .map(({ text }) => text)
    .filter((text) => text !== "");
  expect(texts).toEqual([`${event.kind}.`]);
});

test("everybody marches, then fights are fought, then new units come", () => {
  const { marched, ignored, fought, produced, counted, ended } = EVENTS;
  const shown = beats(turn(1, marched, ignored, fought, produced, counted, ended)).filter(({ text }) => text !== "");
  expect(shown.map(({ stage, kind }) => [stage, kind])).toEqual([
    [0, "marched"],
    [0, "ignored"],
    [1, "fought"],
    [2, "produced"],
    [2, "counted"],
    [3, "ended"],
  ]);
});

test("a march goes from a square to its neighbour and is still there when the fights are", () => {
  const shown = beats(turn(1, EVENTS.marched, EVENTS.fought)).filter(({ kind }) => kind === "marched");
  const march = { from: "square:0,0", to: "square:1,0", seat: 1, amount: 3 };
  expect(shown).toMatchObject([
    { ...march, stage: 0 },
    { ...march, stage: 1 },
  ]);
});

test("a command that was ignored points at its square where it has one", () => {
  const { ignored } = EVENTS;
  expect(beats(turn(1, ignored))[0]?.thing).toBeNull();
  expect(beats(turn(1, { ...ignored, params: { x: 3, y: 1, line: "3,1,R,0" } }))[0]?.thing).toBe("square:3,1");
});

test("a fight that nobody survives has no winner", () => {
  expect(beats(turn(1, { ...EVENTS.fought, winner: 0, left: 0 }))[0]).toMatchObject({ seat: null, amount: 0 });
});

test("a fight says what everybody in it lost", () => {
  const forces: [number, number][] = [
    [1, 9],
    [2, 4],
    [3, 2],
  ];
  const lost = (winner: number, left: number): unknown[] =>
    beats(turn(1, { ...EVENTS.fought, forces, winner, left }))
      .filter(({ kind }) => kind === "lost")
      .map(({ thing, seat, amount }) => [thing, seat, amount]);
  expect(lost(1, 5)).toEqual([
    ["square:1,0", 1, 4],
    ["square:1,0", 2, 4],
    ["square:1,0", 3, 2],
  ]);
  expect(lost(0, 0)[0]).toEqual(["square:1,0", 1, 9]);
});
