import { describe, expect, test } from "vitest";

import { FILLS, SHAPES, mark } from "../../src/parts/palette";
import CSS from "../../src/tokens.css?raw";
import { SIGHTS, ciede2000, contrast, difference } from "./colours";

const SEATS = SHAPES.map((_, place) => `seat-${place + 1}`);
const GROUNDS = ["bg", "surface", "raised"];
const TEXTS = ["text", "muted", "focus", "good", "warn", "bad", "link"];

const COLOURS = [...CSS.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)];

const THEMES = {
  dark: { token: new Map(COLOURS.map(([, name = "", , dark = ""]) => [name, dark])), seat: 3.9 },
  light: { token: new Map(COLOURS.map(([, name = "", light = ""]) => [name, light])), seat: 3.1 },
};

test("every colour has a value for both themes", () => {
  const names = [...GROUNDS, ...TEXTS, "line", "star", ...SEATS, ...SEATS.map((seat) => `on-${seat}`)];
  expect([...THEMES.dark.token.keys()].toSorted()).toEqual(names.toSorted());
  expect(CSS.replaceAll(/light-dark\([^)]*\)/g, "")).not.toMatch(/#[0-9a-f]{3,8}\b/);
});

// From the test data that Sharma, Wu and Dalal published with the formula.
test.each([
  [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
  [[50, 0, 0], [50, -1, 2], 2.3669],
  [[50, 2.49, -0.001], [50, -2.49, 0.0011], 7.2195],
  [[50, 2.5, 0], [73, 25, -18], 27.1492],
  [[22.7233, 20.0904, -46.694], [23.0331, 14.973, -42.5619], 2.0373],
  [[2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082],
] as const)("the difference of %j and %j is %d", (one, other, expected) => {
  expect(ciede2000(one, other)).toBeCloseTo(expected, 3);
});

describe.each(Object.entries(THEMES))("%s", (_, theme) => {
  const colour = (name: string): string => theme.token.get(name)!;

  test.each(Object.keys(SIGHTS))("any two seats can be told apart with %s", (sight) => {
    const pairs = SEATS.flatMap((one, at) => SEATS.slice(at + 1).map((other) => [one, other] as const));
    const alike = pairs.map(([one, other]) => ({
      pair: `${one} ${other}`,
      difference: difference(colour(one), colour(other), SIGHTS[sight]!),
    }));
    expect(alike.filter((found) => found.difference < 13)).toEqual([]);
  });

  test.each(GROUNDS)("everything can be seen on %s", (ground) => {
    const least = (names: readonly string[]): number =>
      Math.min(...names.map((name) => contrast(colour(name), colour(ground))));
    expect(least(TEXTS)).toBeGreaterThanOrEqual(5.5);
    expect(least(["line"])).toBeGreaterThanOrEqual(3.3);
    expect(least(SEATS)).toBeGreaterThanOrEqual(theme.seat);
  });

  test.each(SEATS)("ink can be read on %s", (seat) => {
    expect(contrast(colour(seat), colour(`on-${seat}`))).toBeGreaterThanOrEqual(4.5);
  });
});

test("every seat of twenty has a mark of its own", () => {
  const marks = Array.from({ length: 20 }, (_, place) => mark(place + 1));
  expect(new Set(marks.map(({ colour, shape, fill }) => `${colour} ${shape} ${fill}`)).size).toBe(20);
  expect(marks.map(({ fill }) => FILLS.indexOf(fill))).toEqual([
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2,
  ]);
  expect(mark(9)).toEqual({ name: "Azure", shape: "disc", fill: "outlined", colour: "--seat-1", ink: "--on-seat-1" });
});

test.each([0, -1, 1.5, 25, Number.NaN])("%d is no seat", (seat) => {
  expect(() => mark(seat)).toThrow(RangeError);
});
