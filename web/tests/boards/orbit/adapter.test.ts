import { expect, test } from "vitest";

import type { Json, Violation } from "../../../src/api";
import {
  flows,
  ghosts,
  hulls,
  inRange,
  locate,
  notes,
  reach,
  scene,
  standings,
  strikes,
} from "../../../src/boards/orbit/adapter";
import { beats } from "../../../src/boards/orbit/beats";
import { layout } from "../../../src/boards/orbit/geometry";
import { carried, planOf } from "../../../src/boards/orbit/plan";
import {
  chosen,
  configOf,
  foreignThing,
  placeThing,
  shipThing,
  subsystemThing,
} from "../../../src/boards/orbit/things";
import { EVENTS, PLAN, PREVIEW, ship, turn, view } from "./ships";

const map = layout(configOf(view()), "middle");

test("ships are where the view says, and those in one place lie apart", () => {
  const [one, other, third] = scene(view(), map, []);
  expect(one).toMatchObject({
    id: "ship:1",
    seat: 1,
    place: { ring: 3, sector: 23 },
    hull: 8,
    share: 0.8,
    isLost: false,
  });
  expect(one?.at.degrees).toBe(other?.at.degrees);
  expect(one?.at.radius).not.toBe(other?.at.radius);
  expect(third).toMatchObject({ transfer: { ring: 2, sector: 6 } });
});

test("a ship that is gone is not drawn", () => {
  expect(scene(view({ ships: [ship(), null, ship()] }), map, []).map(({ seat }) => seat)).toEqual([1, 3]);
});

test("in a reveal, ships stand as they do after what is on show", () => {
  const { rotated, moved, burned, hit, arrived, destroyed } = EVENTS;
  const [one, other, third] = scene(view(), map, beats(turn(rotated, moved, burned)));
  expect(one).toMatchObject({ place: { ring: 3, sector: 0 }, facing: "retrograde", transfer: { ring: 2, sector: 0 } });
  expect([other, third].map((craft) => craft?.facing)).toEqual(["prograde", "prograde"]);
  expect(scene(view(), map, beats(turn(hit)))[1]).toMatchObject({ hull: 4, share: 0.4 });
  expect(scene(view(), map, beats(turn({ ...arrived, seat: 3 })))[2]).toMatchObject({
    place: { ring: 1, sector: 3 },
    transfer: null,
  });
  expect(scene(view(), map, beats(turn(destroyed)))[2]).toMatchObject({ isLost: true });
});

test("shots and damage are read from beats", () => {
  const shown = beats(turn(EVENTS.fired, EVENTS.hit));
  const [fired, hit] = [0, 1].map((now) => strikes(shown.filter(({ stage }) => stage === now)));
  expect(fired).toMatchObject({ isFlying: true, hurt: new Map() });
  expect(hit?.shots).toEqual([
    { id: "laser 2", weapon: "laser", from: 1, to: 2 },
    { id: "laser 3", weapon: "laser", from: 1, to: 3 },
  ]);
  expect(hit).toMatchObject({
    isFlying: false,
    hurt: new Map([[2, 3]]),
    shielded: new Map([[2, EVENTS.hit.absorbed]]),
  });
});

test("a plan leads where its preview says", () => {
  expect(ghosts(PREVIEW)).toEqual({
    now: { ring: 3, sector: 23 },
    coming: { ring: 3, sector: 0 },
    facing: "retrograde",
    arrival: { ring: 2, sector: 0 },
  });
  expect(ghosts(null)).toBeNull();
});

test("one's own weapons reach as planned, those of others as after coasting", () => {
  expect(reach(view(), PREVIEW, "laser", 1, true)).toEqual([{ ring: 2, first: 5, count: 2 }]);
  expect(reach(view(), PREVIEW, "laser", 1, false)).toEqual([{ ring: 2, first: 0, count: 1 }]);
  expect(reach(view(), null, "railgun", 2, false)).toEqual([]);
  expect(inRange(view(), PREVIEW, "laser", 1, true)).toEqual([3]);
  expect(inRange(view(), null, "laser", 1, true)).toEqual([2]);
});

const SHOT = { ...(PLAN as object), shots: [{ weapon: "railgun", targets: [2], compensate: false }] } as Json;

test.each([
  [["targets", "laser"], "subsystem:laser"],
  [["allocate", "engines"], "subsystem:engines"],
  [["deallocate"], "reactor"],
  [["targets"], "reactor"],
  [["vent"], "vent"],
  [["rotate"], "subsystem:thrusters"],
  [["move"], "move"],
  [["move", "intensity"], "move"],
  [["move", "scoop"], "subsystem:scoop"],
  [["shots", 0, "targets", 0], "subsystem:railgun"],
  [["shots", 4], null],
  [[], null],
])("what is at %j belongs to %s", (path, thing) => {
  expect(locate(path, SHOT)).toBe(thing);
});

test("what is wrong with a plan stands at its control", () => {
  const wrong = (path: (string | number)[], text: string): Violation => ({
    path,
    text,
    weight: "refused",
    code: "x",
    rule: "OS-5",
    params: {},
  });
  const found = notes([wrong(["move", "intensity"], "one"), wrong(["move"], "two"), wrong(["shots"], "three")], PLAN);
  expect([...found].map(([thing, texts]) => [thing, texts.map(({ text }) => text)])).toEqual([
    ["move", ["one", "two"]],
  ]);
});

test("what goes out and what comes back are counted apart", () => {
  const plan = carried(carried(planOf(PLAN, ship().energy), null, "laser", 2), "missiles", null);
  expect(flows(plan, ship())).toEqual({ given: 2, back: 1 });
});

test("ids of things are read back", () => {
  expect(chosen(shipThing(2))).toEqual({ kind: "ship", seat: 2 });
  expect(chosen(placeThing({ ring: 4, sector: 12 }))).toEqual({ kind: "place", place: { ring: 4, sector: 12 } });
  expect(chosen(subsystemThing("laser"))).toEqual({ kind: "weapon", weapon: "laser", seat: null });
  expect(chosen(foreignThing("laser", 3))).toEqual({ kind: "weapon", weapon: "laser", seat: 3 });
  expect([null, "reactor", "move", subsystemThing("engines"), "place:3"].map(chosen)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});

test("a seat stands as its hull does", () => {
  const ships = [ship({ hull: 5, heat: 2 }), null, ship({ hull: 12 })];
  expect(standings(view({ ships }))).toEqual([
    { text: "5 hull · 2 heat", share: 0.5 },
    { text: "Lost", share: 0 },
    { text: "12 hull", share: 1 },
  ]);
  expect(hulls(view({ ships }))).toEqual([5, 0, 12]);
});
