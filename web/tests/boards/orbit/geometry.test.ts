import { expect, test } from "vitest";

import {
  abreast,
  alongRing,
  arcPath,
  berths,
  detail,
  layout,
  nearest,
  point,
  polar,
  spreadOut,
  ticks,
  transferPath,
} from "../../../src/boards/orbit/geometry";
import type { Detail } from "../../../src/boards/orbit/geometry";
import { configOf, type Place } from "../../../src/boards/orbit/things";
import { distance } from "../../../src/boards/kit/frame";
import { view } from "./ships";

const map = layout(configOf(view()), "middle");
const STANDARD = {
  ...configOf(view()),
  rings: [6, 12, 24, 48, 96].map((sectors) => ({ sectors, velocity: 1 })),
};

test("rings lie evenly apart, and everything is in the box", () => {
  const radii = map.rings.map(({ radius }) => radius);
  expect((radii[1] ?? 0) - (radii[0] ?? 0)).toBeCloseTo((radii[2] ?? 0) - (radii[1] ?? 0));
  expect(radii.at(-1)).toBeCloseTo(500);
  expect(map.box.right).toBeGreaterThan(500);
});

test("the more rings, the smaller the ships; and from afar they are drawn larger", () => {
  const rings = Array.from({ length: 12 }, () => ({ sectors: 12, velocity: 1 }));
  const config = configOf(view());
  expect(layout({ ...config, rings }, "middle").size).toBeLessThan(map.size);
  expect(layout(config, "far").size).toBeGreaterThan(map.size);
  expect(layout(config, "near").size).toBeLessThan(map.size);
});

test("sectors go clockwise from the bottom", () => {
  const { x, y } = point(polar(map, { ring: 2, sector: 0 }));
  expect(x).toBeLessThan(0);
  expect(y).toBeGreaterThan(0);
  expect(polar(map, { ring: 2, sector: 3 }).degrees).toBe(285);
});

test("the sectors of an arc are drawn from where the first begins to where the last ends", () => {
  const path = arcPath(map, { ring: 1, first: 0, count: 3 });
  expect(path).toMatch(new RegExp(`^M0,${Math.round((map.rings[0]?.radius ?? 0) * 100) / 100}A`));
  expect(path).toMatch(/ -?0,-\d+(\.\d+)?$/);
});

test("an arc over all sectors, or more, is a whole circle", () => {
  const ends = arcPath(map, { ring: 1, first: 2, count: 99 }).match(/-?[\d.]+,-?[\d.]+$/)?.[0] ?? "";
  expect(arcPath(map, { ring: 1, first: 2, count: 6 })).toContain(`M${ends}`);
});

test("a way along a ring has two halves", () => {
  expect(alongRing(100, 0, 90).match(/A100,100 0 0 1 /g)).toHaveLength(2);
});

test("a transfer leads from one place to the other, the short way round", () => {
  const path = transferPath({ degrees: 350, radius: 100 }, { degrees: 10, radius: 200 });
  const start = point({ degrees: 350, radius: 100 });
  expect(path.startsWith(`M${Math.round(start.x * 100) / 100},`)).toBe(true);
  expect(Number(path.split(/[Q, ]/)[3])).toBeLessThan(-100);
});

test.each([
  [350, 10, 370],
  [10, 350, -10],
  [725, 10, 730],
  [0, 180, 180],
])("from %d degrees the least way to %d ends at %d", (before, degrees, expected) => {
  expect(nearest(before, degrees)).toBe(expected);
});

test("ticks are left out where they would run into each other", () => {
  expect(ticks({ radius: 500, sectors: 96 })).toMatch(/^1\.4 31\.3/);
  expect(ticks({ radius: 500, sectors: 10_000 })).toBeNull();
});

/** How far apart the two ships lie that are closest to each other, in radii of a ship. */
function closest(seen: Detail, ...places: readonly Place[]): number {
  const drawn = layout(STANDARD, seen);
  const points = berths(drawn, places).map(point);
  const ways = points.flatMap((one, index) => points.slice(index + 1).map((other) => distance(one, other)));
  return Math.min(...ways) / drawn.size;
}

test("a ship alone is drawn in the middle of its sector", () => {
  const place = { ring: 3, sector: 5 };
  expect(berths(map, [place, { ring: 2, sector: 5 }])[0]).toEqual(polar(map, place));
});

test("two ships in one sector lie side by side across their ring", () => {
  const place = { ring: 3, sector: 23 };
  const [one, other] = berths(map, [place, place]);
  expect(one?.degrees).toBe(other?.degrees);
  expect(Math.abs((one?.radius ?? 0) - (other?.radius ?? 0))).toBeLessThan(map.width);
});

test.each(["far", "middle", "near"] as const)("no ship hides another: %s", (seen) => {
  const six = [0, 1, 2, 3, 4, 5];
  for (const ring of [1, 2, 3, 4, 5]) {
    expect(closest(seen, ...six.map(() => ({ ring, sector: 0 })))).toBeGreaterThan(2);
    expect(closest(seen, ...six.map((sector) => ({ ring, sector })))).toBeGreaterThan(2);
    expect(closest(seen, ...six.map((ship) => ({ ring, sector: Math.floor(ship / 2) })))).toBeGreaterThan(2);
  }
});

test.each([
  [[], []],
  [
    [0, 50, 100],
    [0, 50, 100],
  ],
  [
    [10, 12],
    [6, 16],
  ],
  [
    [0, 10, 11, 12, 40],
    [-6.75, 3.25, 13.25, 23.25, 40],
  ],
  [
    [0, 9, 9],
    [-4, 6, 16],
  ],
])("directions %j that are too close together become %j", (before, after) => {
  spreadOut(before, 10).forEach((direction, index) => expect(direction).toBeCloseTo(after[index] ?? NaN));
  expect(spreadOut(before, 10)).toHaveLength(after.length);
});

test("lines between the same places lie side by side", () => {
  const [start, end] = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
  ];
  expect(abreast(start, end, 0)).toEqual({ from: start, to: end });
  expect(abreast(start, end, 3)).toEqual({ from: { x: 0, y: 3 }, to: { x: 10, y: 3 } });
});

test("what can be made out depends on the size of a ship", () => {
  expect([3, 10, 30].map(detail)).toEqual(["far", "middle", "near"]);
});
