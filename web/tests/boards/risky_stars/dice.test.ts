import { expect, test } from "vitest";

import { losses, pairs } from "../../../src/boards/risky_stars/dice";

test("few dice stand one by one, and the losses tell who loses ties", () => {
  const fought = { attack: [10, 10, 7], defence: [10, 9, 8, 7], attack_lost: { 1: 2 }, defence_lost: { 2: 1 } };
  expect(pairs(fought).map(({ attack, defence, loser }) => [attack, defence, loser])).toEqual([
    [10, 10, "attack"],
    [10, 9, "defence"],
    [7, 8, "attack"],
    [null, 7, null],
  ]);
  expect(pairs({ ...fought, attack_lost: { 1: 1 }, defence_lost: { 2: 2 } })[0]?.loser).toBe("defence");
});

test("hundreds are counted, and none is left out", () => {
  const faces = (count: number): number[] =>
    Array.from({ length: count }, (_, index) => 10 - Math.floor((10 * index) / count));
  const fought = { attack: faces(400), defence: faces(313), attack_lost: { 1: 200 }, defence_lost: { 2: 113 } };
  const found = pairs(fought);
  expect(found.length).toBeLessThan(30);
  expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(400);
  expect(found.filter(({ loser }) => loser === null).reduce((sum, { count }) => sum + count, 0)).toBe(87);
});

test("losses of several players add up", () => {
  expect(losses({ attack_lost: { 1: 2, 3: 4 }, defence_lost: {} })).toEqual({ attack: 6, defence: 0 });
});
