import { expect, test } from "vitest";

import {
  alongRing,
  arcPath,
  aside,
  detail,
  layout,
  nearest,
  point,
  polar,
  ticks,
  transferPath,
} from "../../../src/boards/orbit/geometry";
import { configOf } from "../../../src/boards/orbit/things";
import { view } from "./ships";

const map = layout(configOf(view()), "middle");

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

test("ships in one place lie side by side, within their ring", () => {
  expect(aside(0, 1, map)).toBeCloseTo(0);
  expect(aside(0, 2, map)).toBe(-aside(1, 2, map));
  expect(Math.abs(aside(5, 6, map))).toBeLessThan(map.width / 2);
});

test("what can be made out depends on the size of a ship", () => {
  expect([3, 10, 30].map(detail)).toEqual(["far", "middle", "near"]);
});
