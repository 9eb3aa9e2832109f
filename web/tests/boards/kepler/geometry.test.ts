import { expect, test } from "vitest";

import { detail, isNameAbove, layout, links, type View } from "../../../src/boards/kepler/geometry";
import { setupOf } from "../../../src/boards/kepler/adapter";
import { viewOf } from "./examples";

const drawn = (view: View) => layout(setupOf(view));

test("neighbours are drawn equally far apart on every map", () => {
  const { places } = drawn(viewOf());
  expect(places.get("a")).toEqual({ x: 0, y: 0, radius: 31 });
  expect(places.get("c")?.x).toBe(200);
});

test.each([18, 2000, 1_000_000])("a map that is %i units wide is as large as any other", (width) => {
  const view = viewOf();
  const setup = setupOf(view);
  const regions = setup.match.map.regions.map((region, index) => ({ ...region, x: (index * width) / 4 - width, y: 7 }));
  const extent = { left: -width, top: 7, right: 0, bottom: 7 };
  const scaled = {
    ...setup,
    extent,
    spacing: width / 4,
    match: { ...setup.match, map: { ...setup.match.map, regions } },
  };
  expect(layout(scaled).places).toEqual(layout(setup).places);
});

test("regions in a tight place are smaller, and none vanishes", () => {
  const places = [0, 20, 25, 25, 60].map((x, index) => ({ id: "abcde"[index] ?? "", name: "", x, y: 0 }));
  const { places: found, closest } = drawn(viewOf({ map: { regions: places } }));
  expect(found.get("a")?.radius).toBe(31);
  expect(found.get("b")?.radius).toBeCloseTo(8.5);
  expect(found.get("c")?.radius).toBe(3);
  expect(closest * 3).toBe(90);
});

test("a map of one region can be drawn", () => {
  const { box, radius } = drawn(viewOf({ map: { regions: [{ id: "a", name: "A", x: 0, y: 0 }], links: [] } }));
  expect(radius).toBe(31);
  expect(box.right).toBeGreaterThan(box.left);
});

test("everything lies in the box", () => {
  const { places, box } = drawn(viewOf());
  for (const { x, y, radius } of places.values()) {
    expect(x - radius).toBeGreaterThan(box.left);
    expect(x + radius).toBeLessThan(box.right);
    expect(y + radius).toBeLessThan(box.bottom);
  }
});

test("less is shown of what is smaller", () => {
  expect([5, 15, 30].map(detail)).toEqual(["far", "middle", "near"]);
});

const shown = (view: View) => links(view, setupOf(view));

test("links are open and take one turn unless an extension is on", () => {
  const map = {
    costs: [["b", "a", 3] as [string, string, number]],
    schedule: [{ turn: 5, closes: [["a", "b"]] as [string, string][] }],
  };
  expect(shown(viewOf({ map }))).toHaveLength(4);
  expect(shown(viewOf({ map }))[0]).toEqual({ id: "a-b", one: "a", other: "b", kind: "open", turns: 1, changes: null });
});

test("links take as many turns as the map says, in both directions", () => {
  const view = viewOf({ map: { costs: [["b", "a", 3]] }, match: { extensions: { transit_costs: true } } });
  expect(shown(view).map(({ turns }) => turns)).toEqual([3, 1, 1, 1]);
});

test("a link shows when it changes next: not what has been, and only what makes a difference", () => {
  const schedule = [
    { turn: 2, closes: [["b", "a"]] as [string, string][] },
    { turn: 4, opens: [["c", "b"]] as [string, string][] },
    {
      turn: 6,
      opens: [
        ["a", "b"],
        ["e", "a"],
      ] as [string, string][],
      closes: [["c", "b"]] as [string, string][],
    },
    { turn: 9, closes: [["b", "c"]] as [string, string][] },
  ];
  const view = viewOf({ closed: [["a", "b"]], map: { schedule }, match: { extensions: { dynamic_topology: true } } });
  const found = new Map(shown(view).map(({ id, kind, changes }) => [id, [kind, changes]]));
  expect(Object.fromEntries(found)).toEqual({
    "a-b": ["closed", 6],
    "b-c": ["open", 6],
    "c-d": ["open", null],
    "d-e": ["open", null],
    "a-e": ["closed", 6],
  });
});

test("a link that has opened is one like any other", () => {
  expect(shown(viewOf({ opened: [["a", "e"]] })).at(-1)).toMatchObject({ id: "a-e", kind: "open" });
});

test("a name makes room for a number on an arrow, if there is room above", () => {
  const region = { x: 100, y: 100, radius: 30 };
  const [below, above, beside] = [
    { x: 110, y: 150 },
    { x: 90, y: 50 },
    { x: 150, y: 100 },
  ];
  expect(isNameAbove(region, 30, [below, beside])).toBe(true);
  expect(isNameAbove(region, 30, [below, above])).toBe(false);
  expect(isNameAbove(region, 8, [below])).toBe(false);
  expect(isNameAbove(region, 30, [above, beside])).toBe(false);
});
