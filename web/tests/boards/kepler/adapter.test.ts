import { expect, test } from "vitest";

import type { Turn, Violation } from "../../../src/api";
import {
  chosen,
  fates,
  ghosts,
  journeys,
  locate,
  namesOf,
  notes,
  scene,
  setupOf,
  summedUp,
} from "../../../src/boards/kepler/adapter";
import { layout, type View } from "../../../src/boards/kepler/geometry";
import { standings } from "../../../src/boards/kepler/standings";
import { called, summed, type Known } from "../../../src/boards/kepler/words";
import { HOLD, turnOf, viewOf } from "./examples";

const seen = (view: View, revealed: Parameters<typeof scene>[2] = null) =>
  new Map(scene(view, layout(setupOf(view)), revealed).map((region) => [region.id, region]));

test("a region has a place, a name, who controls it, whose home it is, and who is there", () => {
  const regions = seen(viewOf());
  expect(regions.get("a")).toEqual({
    id: "a",
    x: 0,
    y: 0,
    radius: 31,
    name: "A",
    seat: 1,
    home: 1,
    stacks: [{ seat: 1, count: 2 }],
  });
  expect(regions.get("c")).toMatchObject({ seat: null, home: null, stacks: [] });
});

test("homes that are given seat by seat count before those of the map", () => {
  const starts = [
    [{ region: "b", fleets: 1 }],
    [
      { region: "d", fleets: 2 },
      { region: "e", fleets: 1 },
    ],
  ];
  const regions = seen(viewOf({ match: { extensions: { starts } } }));
  expect([...regions.values()].map(({ home }) => home)).toEqual([null, 1, null, 2, 2]);
});

test("while something is revealed, regions show the stacks of that moment", () => {
  const regions = seen(
    viewOf(),
    new Map([
      [
        "c",
        new Map([
          [1, 3],
          [2, 1],
        ]),
      ],
      ["d", new Map([[2, 1]])],
    ]),
  );
  expect(regions.get("a")).toMatchObject({ seat: null, stacks: [] });
  expect(regions.get("c")).toMatchObject({
    seat: null,
    stacks: [
      { seat: 1, count: 3 },
      { seat: 2, count: 1 },
    ],
  });
  expect(regions.get("d")).toMatchObject({ seat: 2 });
});

test("regions with the same name are told apart", () => {
  const regions = ["a", "b", "c"].map((id) => ({ id, name: id === "c" ? "Lyra" : "Vega", x: 0, y: 0 }));
  expect(Object.fromEntries(namesOf(viewOf({ map: { regions } })))).toEqual({
    a: "Vega [a]",
    b: "Vega [b]",
    c: "Lyra",
  });
});

const UNDER_WAY = viewOf({
  fleets: [
    [
      { id: "1a", region: "a", journey: { to: "b", turn: 4 } },
      { id: "1b", region: "a", journey: { to: "b", turn: 4 } },
      { id: "1c", region: "a", journey: null },
    ],
    [{ id: "2a", region: "a", journey: { to: "b", turn: 4 } }],
  ],
});

test("fleets that are under way together are one journey", () => {
  expect(journeys(UNDER_WAY).map(({ seat, from, to, turn, count }) => [seat, from, to, turn, count])).toEqual([
    [1, "a", "b", 4, 2],
    [2, "a", "b", 4, 1],
  ]);
});

test("a selected thing is a region, a move, or a fleet where it is", () => {
  const view = viewOf();
  expect(chosen("b", view)).toEqual({ kind: "region", id: "b" });
  expect(chosen("a>b", view)).toEqual({ kind: "move", from: "a", to: "b" });
  expect(chosen("#2b", view)).toEqual({ kind: "region", id: "d" });
});

test.each([null, "", "nowhere", "a>nowhere", "#9z", "1a"])("%j is nothing on this board", (thing) => {
  expect(chosen(thing, viewOf())).toBeNull();
});

test("a path in an order is about a fleet", () => {
  expect(locate(["orders", 1, "to"], HOLD)).toBe("#1b");
  expect(locate(["orders", 2], HOLD)).toBe("#1c");
  expect(locate(["orders"], HOLD)).toBeNull();
  expect(locate(["orders", 9], HOLD)).toBeNull();
  expect(locate([], null)).toBeNull();
});

test("a preview says where fleets would meet, and what would be gained", () => {
  const preview = {
    violations: [],
    occupancy: { a: ["1a"], c: ["1b"], d: ["1c", "2b"], e: ["2a"] },
    conflicts: ["d"],
    scores: [2, 1],
  };
  const { conflicts, gained } = ghosts(preview, viewOf(), 1);
  expect([[...conflicts], [...gained]]).toEqual([["d"], ["c"]]);
  expect(ghosts(null, viewOf(), 1).gained.size).toBe(0);
});

test("what is wrong is noted where the fleet is, and the worst counts", () => {
  const violation = (fleet: number, weight: Violation["weight"]): Violation => ({
    code: "x",
    rule: "KH-5.1",
    path: ["orders", fleet, "to"],
    params: {},
    weight,
    text: `${fleet} is wrong.`,
  });
  const found = notes(
    [violation(0, "refused"), violation(1, "void"), violation(2, "void"), violation(7, "void")],
    HOLD,
    viewOf(),
  );
  expect(Object.fromEntries(found)).toEqual({
    a: { weight: "refused", texts: ["0 is wrong.", "1 is wrong."] },
    b: { weight: "void", texts: ["2 is wrong."] },
  });
});

const fate = (seat: number, verdict: string, region: unknown, fleet = "1a"): Turn["fates"][number] => ({
  seat,
  path: ["orders", 0],
  verdict,
  rule: "KH-7",
  params: { fleet, region },
  seen_by: null,
  text: `${fleet} ${verdict}.`,
});

test("only one's own orders that went wrong have a fate to show", () => {
  const all = [
    fate(1, "lost", "c"),
    fate(1, "lost", "c"),
    fate(1, "moved", "b"),
    fate(2, "lost", "c"),
    fate(1, "bounced", "a"),
    fate(1, "lost", 4),
  ];
  expect(fates(turnOf([], all), 1)).toEqual([
    { region: "c", verdict: "lost", count: 2, text: "2 fleets lost." },
    { region: "a", verdict: "bounced", count: 1, text: "1 fleet bounced." },
  ]);
  expect(fates(turnOf([], all), null)).toEqual([]);
  expect(fates(null, 1)).toEqual([]);
});

test("what became of orders is told by counts and places, not fleet by fleet", () => {
  const told = [
    fate(1, "held", "a"),
    fate(1, "moved", "b", "1b"),
    fate(1, "held", "a", "1c"),
    fate(1, "held", "b", "1d"),
  ];
  expect(summedUp(told)).toEqual([
    { text: "2 fleets held.", thing: "a" },
    { text: "1 fleet moved.", thing: "b" },
    { text: "1 fleet held.", thing: "b" },
  ]);
});

const known = (view: View, more: Partial<Known> = {}): Known => ({
  names: ["Ada", "Grace"],
  you: 1,
  regions: namesOf(view),
  lines: [],
  journeys: journeys(view),
  ...more,
});
const name = (view: View, region: string, more: Partial<Known> = {}): string => {
  const found = seen(view).get(region);
  return found === undefined ? "" : called(found, known(view, more));
};

test("a region is called by what one wants to know of it", () => {
  const lines = [{ id: "a>b", from: "a", to: "b", fleets: ["1a"] }];
  expect(name(viewOf(), "a", { lines })).toBe("A, yours, 2 fleets, 1 going to B, your home");
  expect(name(viewOf(), "b", { lines })).toBe("B, yours, 1 fleet, 1 coming from A");
  expect(name(viewOf(), "e")).toBe("E, Grace’s, 1 fleet, home of Grace");
  expect(name(viewOf(), "c")).toBe("C, empty");
  const home = seen(viewOf()).get("a");
  expect(home && called(home, known(viewOf()), "can be reached")).toBe("A, yours, 2 fleets, can be reached, your home");
  expect(name(UNDER_WAY, "a", { you: null })).toContain("2 on the way to B, arriving in turn 4");
  expect(name(viewOf(), "a", { you: null })).toBe("A, Ada’s, 2 fleets, home of Ada");
});

test("of many sentences that say the same, one is told", () => {
  expect(summed([])).toEqual([]);
  expect(summed(["1a was lost."])).toEqual(["1a was lost."]);
  expect(summed(["1a was lost.", "1b was lost.", "1c was lost."])).toEqual(["1a was lost. And 2 more."]);
});

test("standings are regions held, of those that win", () => {
  expect(standings(viewOf())[0]).toEqual({ text: "2 of 3 regions", share: 2 / 3 });
  expect(standings(viewOf({ scores: [5, 0] }))[0]).toEqual({ text: "5 regions", share: 1 });
  const view = viewOf({ scores: [1, 4] });
  expect(standings({ ...view, setup: { ...setupOf(view), needed: null } })).toEqual([
    { text: "1 region", share: null },
    { text: "4 regions", share: null },
  ]);
});
