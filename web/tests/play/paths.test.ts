import { expect, test } from "vitest";

import type { Json, Path } from "../../src/api";
import { drop, equal, get, put } from "../../src/play/paths";

const TREE: Json = {
  commands: [
    { x: 0, units: 5 },
    { x: 3, units: 2 },
  ],
  note: null,
};

test.each<[Path, Json, Json]>([
  [
    ["commands", 0, "units"],
    3,
    {
      commands: [
        { x: 0, units: 3 },
        { x: 3, units: 2 },
      ],
      note: null,
    },
  ],
  [["commands", 2], 7, { commands: [{ x: 0, units: 5 }, { x: 3, units: 2 }, 7], note: null }],
  [["words"], "hold", { ...TREE, words: "hold" }],
  [["note"], null, TREE],
  [[], 4, 4],
])("%j can be set", (path, value, expected) => {
  const before = JSON.stringify(TREE);
  expect(put(TREE, path, value)).toEqual(expected);
  expect(JSON.stringify(TREE)).toBe(before);
});

test.each<[Path, Json]>([
  [["commands", 0], { commands: [{ x: 3, units: 2 }], note: null }],
  [
    ["note"],
    {
      commands: [
        { x: 0, units: 5 },
        { x: 3, units: 2 },
      ],
    },
  ],
  [["commands", 1, "x"], { commands: [{ x: 0, units: 5 }, { units: 2 }], note: null }],
])("%j can be taken out", (path, expected) => {
  const before = JSON.stringify(TREE);
  expect(drop(TREE, path)).toEqual(expected);
  expect(JSON.stringify(TREE)).toBe(before);
});

test("null is a value and removes nothing", () => {
  expect(put(TREE, ["commands", 0], null)).toEqual({ commands: [null, { x: 3, units: 2 }], note: null });
  expect(drop({ a: null }, ["a"])).toEqual({});
});

test.each<Path>([
  ["commands", 3],
  ["commands", -1],
  ["commands", 0.5],
  ["commands", "0"],
  ["commands", 2, "x"],
  ["note", "x"],
  ["missing", "x"],
  ["toString", "x"],
])("nothing can be set at %s, %s, %s", (...path) => {
  expect(() => put(TREE, path, 1)).toThrow(RangeError);
});

test.each<[Path]>([[["commands", 2]], [["missing"]], [["note", "x"]], [["toString"]], [[]]])(
  "nothing can be taken out at %j",
  (path) => {
    expect(() => drop(TREE, path)).toThrow(RangeError);
  },
);

test("a key that every object inherits is a key like any other", () => {
  const tree = put({}, ["__proto__"], 1);
  expect(Object.keys(tree as object)).toEqual(["__proto__"]);
  expect(get(tree, ["__proto__"])).toBe(1);
  expect(() => get({}, ["constructor"])).toThrow(RangeError);
});

test.each<[Json, Json, boolean]>([
  [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
  [{ a: null }, {}, false],
  [{ a: 1 }, { b: 1 }, false],
  [[1, 2], [2, 1], false],
  [[1], [1, 2], false],
  [[], {}, false],
  [null, {}, false],
])("%j and %j: the same is %s", (one, other, expected) => {
  expect(equal(one, other)).toBe(expected);
  expect(equal(other, one)).toBe(expected);
});
