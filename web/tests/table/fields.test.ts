import { describe, expect, test } from "vitest";

import type { Json } from "../../src/api";
import {
  boundsTold,
  concerning,
  faults,
  formOf,
  gist,
  variantOf,
  type Field,
  type Schema,
} from "../../src/table/terms/fields";

const SCHEMA: Schema = {
  $ref: "#/$defs/Config",
  $defs: {
    Config: {
      title: "Config",
      type: "object",
      properties: {
        max_rounds: {
          description: "After this many rounds it ends; null for never.",
          type: "integer",
          minimum: 1,
          maximum: 40,
          default: 15,
        },
        share: { description: "A part.", type: "number" },
        shuffle: { type: "boolean", default: true },
        name: { type: "string", maxLength: 40 },
        mode: { description: "How it goes.", $ref: "#/$defs/Mode", default: "fast_one" },
        limit: { minimum: 1, anyOf: [{ type: "integer" }, { type: "null" }], default: null },
        dominance: {
          anyOf: [
            {
              type: "array",
              minItems: 2,
              maxItems: 2,
              prefixItems: [{ type: "integer" }, { type: "integer" }],
              items: false,
            },
            { enum: ["map"] },
            { type: "null" },
          ],
          default: "map",
        },
        planets: { type: "array", minItems: 1, maxItems: 3, items: { $ref: "#/$defs/Planet" } },
        weapons: { $ref: "#/$defs/Weapons", default: {} },
        burns: { type: "object", additionalProperties: { type: "integer", minimum: 2 } },
        params: { type: "object", default: {} },
        strange: { not: {} },
        tree: { $ref: "#/$defs/Tree" },
      },
    },
    Mode: { title: "Mode", description: "For programmers (TY-1).", enum: ["fast_one", "slow_one"] },
    Planet: {
      title: "Planet",
      type: "object",
      properties: { id: { type: "string" }, points: { type: "integer", minimum: 1 } },
    },
    Weapons: { title: "Weapons", type: "object", properties: { laser: { type: "integer", default: 2 } } },
    Tree: { title: "Tree", type: "object", properties: { below: { $ref: "#/$defs/Tree" } } },
  },
};

const form = formOf(SCHEMA);

function at(key: string): Field {
  if (form.kind !== "group") throw new TypeError("The form has no fields.");
  return form.fields.find((each) => each.key === key)!.field;
}

function either(key: string): Extract<Field, { kind: "either" }> {
  const field = at(key);
  if (field.kind !== "either") throw new TypeError(`${key} has no variants.`);
  return field;
}

const wrong = (key: string, value: Json): string[] =>
  faults(at(key), value).map(({ text, path }) => `${path.join(".")}: ${text}`);

describe("a form from a schema", () => {
  test("numbers have their meaning, default and bounds", () => {
    expect(at("max_rounds")).toEqual({
      kind: "number",
      isWhole: true,
      low: 1,
      high: 40,
      initial: 15,
      label: "Rounds at most",
      meaning: "After this many rounds it ends; “None” for never.",
    });
    expect(at("share")).toMatchObject({ kind: "number", isWhole: false, low: null, high: null, initial: 0 });
    expect(boundsTold(at("max_rounds"))).toBe("From 1 to 40.");
    expect(boundsTold(at("share"))).toBe("");
    expect(boundsTold(at("name"))).toBe("");
  });

  test("switches, texts and choices", () => {
    expect(at("shuffle")).toMatchObject({ kind: "switch", initial: true });
    expect(at("name")).toMatchObject({ kind: "text", most: 40, initial: "" });
    expect(at("mode")).toMatchObject({
      kind: "choice",
      values: ["fast_one", "slow_one"],
      initial: "fast_one",
      meaning: "How it goes.",
    });
  });

  test("what is said of a type is for programmers", () => {
    const bare = formOf({ ...SCHEMA, $ref: "#/$defs/Mode" });
    expect(bare.meaning).toBe("");
  });

  test("what may be left empty is a choice between kinds", () => {
    expect(either("limit").variants.map(({ kind, label }) => [kind, label])).toEqual([
      ["number", "A number"],
      ["nothing", "None"],
    ]);
    expect(either("limit").variants[0]).toMatchObject({ low: 1, initial: 1 });
    expect(either("dominance").variants.map(({ label }) => label)).toEqual(["Two numbers", "Map", "None"]);
    expect(variantOf(either("dominance"), [2, 3]).kind).toBe("row");
    expect(variantOf(either("dominance"), "map").kind).toBe("choice");
    expect(variantOf(either("dominance"), null).kind).toBe("nothing");
  });

  test("a value that is half written keeps its kind", () => {
    expect(variantOf(either("dominance"), [2, null]).kind).toBe("row");
    expect(wrong("dominance", [2, null])).toEqual(["1: Enter a number."]);
  });

  test("lists begin with as many items as they need, groups with the defaults inside them", () => {
    expect(at("planets")).toMatchObject({ kind: "list", least: 1, most: 3, initial: [{ id: "", points: 1 }] });
    expect(at("weapons")).toMatchObject({ kind: "group", initial: { laser: 2 } });
    expect(at("burns")).toMatchObject({ kind: "mapping", initial: {}, item: { kind: "number", low: 2 } });
  });

  test("what has no fields, or no end, is written as JSON", () => {
    expect(at("params")).toMatchObject({ kind: "json", initial: {} });
    expect(at("strange").kind).toBe("json");
    let tree: Field = at("tree");
    let depth = 0;
    while (tree.kind === "group" && depth < 50) {
      tree = tree.fields[0]!.field;
      depth += 1;
    }
    expect(tree.kind).toBe("json");
  });

  test("a schema that is none is written as JSON", () => {
    expect(formOf({}).kind).toBe("json");
    expect(formOf({ $ref: "#/$defs/Gone" }).kind).toBe("json");
  });
});

describe("what is wrong before the server has seen it", () => {
  test("what is not of the right kind", () => {
    expect(wrong("max_rounds", null)).toEqual([": Enter a number."]);
    expect(wrong("max_rounds", 1.5)).toEqual([": Enter a whole number."]);
    expect(wrong("max_rounds", 1e300)).toEqual([": Enter a whole number."]);
    expect(wrong("share", 1.5)).toEqual([]);
    expect(wrong("shuffle", 1)).toEqual([": Choose yes or no."]);
    expect(wrong("name", 1)).toEqual([": Enter text."]);
    expect(wrong("mode", "gone")).toEqual([": Choose one of these."]);
    expect(wrong("planets", {})).toEqual([": This must be a list."]);
    expect(wrong("weapons", [])).toEqual([": This must be a group of settings."]);
    expect(wrong("burns", null)).toEqual([": This must be a group of settings."]);
  });

  test("where it is", () => {
    expect(
      wrong("planets", [
        { id: "a", points: 1 },
        { id: 7, points: null },
      ]),
    ).toEqual(["1.id: Enter text.", "1.points: Enter a number."]);
    expect(wrong("burns", { light: null })).toEqual(["light: Enter a number."]);
  });

  test("bounds are the server's matter, and what is left out has its default", () => {
    expect(wrong("max_rounds", 900)).toEqual([]);
    expect(wrong("planets", [{}])).toEqual([]);
    expect(wrong("params", { any: ["thing"] })).toEqual([]);
  });
});

test("a folded field says what is in it", () => {
  expect(gist(at("planets"), [])).toBe("not set");
  expect(gist(at("planets"), [{}, {}])).toBe("2");
  expect(gist(at("burns"), { light: 1, heavy: 3 })).toBe("2");
  expect(gist(at("weapons"), { id: "P1", points: 2, name: "", class: null, size: 7, last: 9 })).toBe("P1 · 2 · 7");
  expect(gist(at("weapons"), null)).toBe("");
});

test("what concerns a field is told apart from what concerns something inside it", () => {
  const all = [{ path: ["a"] }, { path: ["a", 0, "b"] }, { path: ["b"] }, { path: [] }];
  expect(concerning(all, ["a"])).toEqual({ here: [{ path: ["a"] }], inside: [{ path: ["a", 0, "b"] }] });
  expect(concerning(all, [])).toEqual({ here: [{ path: [] }], inside: all.slice(0, 3) });
});
