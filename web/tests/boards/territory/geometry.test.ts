import { describe, expect, test } from "vitest";

import { scene } from "../../../src/boards/territory/adapter";
import {
  beside,
  boxOf,
  CELL,
  directionOf,
  isLossBelow,
  lossSize,
  marchArrow,
  middleOf,
  polyline,
  squareOf,
  squareThing,
  stackOf,
} from "../../../src/boards/territory/geometry";
import { widthOfLosses } from "../../../src/boards/kit/losses";
import { planOf } from "../../../src/boards/territory/plan";
import { hintFor, orderWords, short, squareWords } from "../../../src/boards/territory/words";
import { options, view } from "./maps";

test("squares lie beside each other: x to the right, y down", () => {
  expect((["U", "D", "L", "R"] as const).map((way) => beside({ x: 2, y: 3 }, way))).toEqual([
    { x: 2, y: 2 },
    { x: 2, y: 4 },
    { x: 1, y: 3 },
    { x: 3, y: 3 },
  ]);
  expect([directionOf("u"), directionOf("R"), directionOf("X"), directionOf("toString")]).toEqual([
    "U",
    "R",
    null,
    null,
  ]);
});

test("a square's id leads back to it", () => {
  expect(squareOf(squareThing({ x: 12, y: 3 }))).toEqual({ x: 12, y: 3 });
  expect([squareOf(null), squareOf("command:0"), squareOf("square:x,1")]).toEqual([null, null, null]);
});

test("every square is in sight, with the numbers along the edges", () => {
  const { left, top, right, bottom } = boxOf(26);
  const last = middleOf({ x: 25, y: 25 });
  expect([left, top].every((edge) => edge < 0)).toBe(true);
  expect([right, bottom].every((edge) => edge >= last.x + CELL / 2)).toBe(true);
});

test("counts fit into their squares", () => {
  expect([short(9999), short(1_000_000)]).toEqual(["9999", "1000k"]);
  for (const characters of [1, 2, 3, 4, 5]) {
    const { size, left } = stackOf(characters);
    if (left === null) throw new Error("There is room for a mark.");
    expect(-2 * left).toBeLessThanOrEqual(CELL);
    expect(left + size * (1.14 + 0.7 * characters)).toBeCloseTo(-left);
  }
});

test("a chart's line goes from left to right, and higher for more", () => {
  expect(polyline([0, 5, 10], 10, 100, 50)).toBe("0,50 50,25 100,0");
  expect(polyline([7], 7, 100, 50)).toBe("0,0");
});

test("a square says whose it is, what stands there and where it goes", () => {
  const [own, rich, empty] = scene(view(), []);
  const command = { x: 0, y: 0, direction: "R" as const, units: 3 };
  const plan = planOf({ kind: "commands", commands: [command] }, options([command], 2), 3);
  if (!own || !rich || !empty || !plan) throw new Error("The map has squares, and commands are due.");
  expect(squareWords(own, "yours", plan.sent)).toBe("(0,0), yours, 5 units, 3 going right");
  expect(squareWords(rich, "Ada", plan.sent)).toBe("(1,0), Ada, 1 unit, resource square");
  expect(squareWords(empty, null, [])).toBe("(0,1), free");
});

test("an own square says what can be done with it, or why nothing can", () => {
  const [own] = scene(view(), []);
  if (!own) throw new Error("The map has squares.");
  const all = { x: 0, y: 0, direction: "R" as const, units: 5 };
  const hint = (commands: (typeof all)[], left: number, most: number): string => {
    const plan = planOf({ kind: "commands", commands }, options(commands, left), most);
    return plan === null ? "" : hintFor(own, plan);
  };
  expect(hint([], 5, 3)).toBe("5 units can go: choose a neighbour.");
  expect(hint([all], 0, 3)).toBe("All its units are on their way.");
  expect(hint([all], 0, 1)).toBe("No more than 1 command per round.");
});

test("an order without marches is told in words", () => {
  expect(orderWords({ kind: "declare", text: "I march at dawn." })).toBe("“I march at dawn.”");
  expect(orderWords({ kind: "declare", text: " " })).toBe("nothing declared");
  expect(orderWords({ kind: "commands", commands: [] })).toBe("no units march");
});

const WAYS = [
  { to: { x: 2, y: 3 }, points: { x: -1, y: 0 } },
  { to: { x: 4, y: 3 }, points: { x: 1, y: 0 } },
  { to: { x: 3, y: 2 }, points: { x: 0, y: -1 } },
  { to: { x: 3, y: 4 }, points: { x: 0, y: 1 } },
];

describe.each([false, true])("a march that would have been better: %s", (isBetter) => {
  test.each(WAYS)("has a head that points where it goes: $points", ({ to, points }) => {
    const [tip, one, other] = [...marchArrow({ x: 3, y: 3 }, to, isBetter).head.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(
      ([, x, y]) => ({ x: Number(x), y: Number(y) }),
    );
    if (!tip || !one || !other) throw new Error("A head has three corners.");
    const way = { x: tip.x - (one.x + other.x) / 2, y: tip.y - (one.y + other.y) / 2 };
    const length = Math.hypot(way.x, way.y);
    expect((way.x * points.x + way.y * points.y) / length).toBeGreaterThan(0.95);
  });
});

test("the march that was given and a better one lie apart, and neither on a number", () => {
  for (const { to } of WAYS) {
    const [given, better] = [marchArrow({ x: 3, y: 3 }, to).middle, marchArrow({ x: 3, y: 3 }, to, true).middle];
    expect(Math.hypot(given.x - better.x, given.y - better.y)).toBeGreaterThan(12);
  }
});

test("a number is never too small to be read: where there is no room for both, the mark gives way", () => {
  expect(stackOf(1, 16)).toMatchObject({ size: 16 });
  expect(stackOf(1, 16).left).toBeLessThan(0);
  expect(stackOf(2, 22)).toEqual({ size: 26, left: null });
  expect(stackOf(3, 30)).toEqual({ size: 30, left: null });
});

test("what neighbouring fights cost is written above and below in turn", () => {
  const fought = [1, 2, 3, 7].map((x) => ({ x, y: 4 }));
  const losses = new Map(fought.map((square) => [squareThing(square), []]));
  expect(fought.map((square) => isLossBelow(square, losses))).toEqual([false, true, false, false]);
});

test("what a fight cost fits into its square", () => {
  const losses = [
    { seat: 1, amount: 2 },
    { seat: 2, amount: 13 },
  ];
  expect(lossSize(losses) * widthOfLosses(losses)).toBeLessThanOrEqual(CELL);
});
