import { describe, expect, test } from "vitest";

import {
  beside,
  bodyOf,
  detail,
  layout,
  nameSpot,
  opening,
  placeOf,
  placeThing,
  REGION,
  type Chart,
} from "../../../src/boards/risky_stars/geometry";
import { distance, fitted } from "../../../src/boards/kit/frame";
import { CHART } from "./maps";

/** A map for so many seats, laid out as the server does it, with homes of so many single bodies. */
function chart(seats: number, small: number): Chart {
  const systems: Chart["map"]["systems"] = [];
  const spots: Chart["spots"] = [];
  const bodies: Chart["bodies"] = [];
  const sites: Chart["sites"] = [];
  const add = (kind: "home" | "minor" | "featured", x: number, y: number, sizes: number[]): void => {
    const system = systems.push({ name: `S${systems.length}`, kind, bodies: [] }) - 1;
    spots.push({ x: Math.round(x), y: Math.round(y) });
    for (const [index, regions] of sizes.entries()) {
      const name = `S${system}/B${index}`;
      const body = bodies.push({ name, title: name, system, kind: "gaia", resource: 0 }) - 1;
      for (let region = 0; region < regions; region += 1)
        sites.push({ name: `${name}/${region}`, title: `${name}/${region}`, system, body });
    }
  };
  const at = (turn: number, far: number): [number, number] => [far * Math.sin(turn), -far * Math.cos(turn)];
  const part = (2 * Math.PI) / seats;
  const ones = Array.from({ length: small }, () => 1);
  for (let seat = 0; seat < seats; seat += 1) add("home", ...at(part * seat, 10_000), [4, ...ones]);
  for (let seat = 0; seat < seats; seat += 1) {
    for (const far of [13_000, 7_000]) add("minor", ...at(part * (seat + 0.5), far), [1, 1]);
  }
  add("featured", 0, 0, [6, 2, ...ones, ...ones]);
  return { ...CHART, seats, spots, bodies, sites, map: { systems, lanes: [] } };
}

test.each([2, 3, 4, 5, 6].flatMap((seats) => [4, 14].map((small) => [seats, small] as const)))(
  "nothing lies on anything else with %i seats and %i small bodies",
  (seats, small) => {
    const { systems, places, bodies } = layout(chart(seats, small));
    for (const things of [systems, places]) {
      for (const [index, one] of things.entries()) {
        for (const other of things.slice(0, index))
          expect(distance(one, other)).toBeGreaterThan(one.radius + other.radius);
      }
    }
    expect(bodies.every(({ radius }) => radius >= REGION)).toBe(true);
  },
);

test("homes are equally far from the middle", () => {
  const { systems } = layout(chart(5, 4));
  const far = systems.slice(0, 5).map(({ x, y }) => Math.round(Math.hypot(x, y)));
  expect(new Set(far).size).toBe(1);
});

test("everything lies in the box", () => {
  const { box, systems } = layout(chart(6, 4));
  for (const { x, y, radius } of systems) {
    expect(x - radius).toBeGreaterThan(box.left);
    expect(y + radius).toBeLessThan(box.bottom);
  }
});

test("mouths look at each other, at the edges of their systems", () => {
  const { places, systems } = layout(CHART);
  const [one, other] = [places[3], places[9]];
  expect(one?.x).toBeCloseTo(0);
  expect(other?.x).toBeCloseTo(0);
  expect(one && other && one.y < other.y).toBe(true);
  expect(one && systems[0] && one.y > systems[0].y).toBe(true);
});

test("the nearer, the more there is to see", () => {
  expect([0.2, 0.6, 1.5].map(detail)).toEqual(["far", "middle", "near"]);
});

describe("one begins", () => {
  const map = layout(CHART);
  const at = (width: number, height: number) => opening(map, CHART, [0], { width, height });

  test("with the whole map where it can be read, or where nothing is one's own", () => {
    expect(at(1200, 1200)).toEqual(map.box);
    expect(opening(map, CHART, [], { width: 200, height: 200 })).toEqual(map.box);
  });

  test("with one's own systems and their neighbours where these can", () => {
    const { bottom, top } = at(800, 400);
    expect(top).toBe(map.box.top);
    expect(bottom).toBeLessThan(map.box.bottom);
    const [, , middle] = map.systems;
    expect(bottom).toBeGreaterThan((middle?.y ?? 0) + (middle?.radius ?? 0));
  });

  test("around one's own system on a small screen, and never too far away to play", () => {
    const room = { width: 200, height: 150 };
    const box = at(200, 150);
    expect((box.left + box.right) / 2).toBeCloseTo(map.systems[0]?.x ?? NaN);
    expect(detail(fitted(box, room).scale)).toBe("near");
  });
});

describe("what is written beside a place", () => {
  const place = { x: 0, y: 0, radius: 10 };
  const size = { width: 20, height: 10 };

  test("covers neither the place nor its neighbours", () => {
    const others = [-60, 0, 60].map((x) => ({ x, y: -25, radius: 20 }));
    expect(beside(place, size, others).y).toBeGreaterThanOrEqual(0);
    expect(
      beside(place, size, [...others, { x: 25, y: 5, radius: 15 }, { x: -25, y: 5, radius: 15 }]).y,
    ).toBeGreaterThan(10);
  });

  test("is a name only where there is room for it", () => {
    const below = { x: 0, y: 20, radius: 9 };
    expect(nameSpot(place, size, [])?.y).toBeGreaterThan(10);
    expect(nameSpot(place, size, [below])?.y).toBeLessThan(-10);
    expect(nameSpot(place, size, [below, { ...below, y: -20 }])).toBeNull();
  });
});

test("things are told apart by their ids", () => {
  expect(placeOf(placeThing("Vega/Brine"))).toBe("Vega/Brine");
  expect(placeOf("body:Vega/Brine")).toBeNull();
  expect(bodyOf("body:Vega/Brine")).toBe("Vega/Brine");
  expect(bodyOf(null)).toBeNull();
});
