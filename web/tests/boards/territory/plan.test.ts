import { describe, expect, test } from "vitest";

import { declarationOf, idle, planOf, send } from "../../../src/boards/territory/plan";
import { options } from "./maps";

const NONE = { kind: "commands", commands: [] };
const RIGHT = { x: 0, y: 0, direction: "R" as const, units: 3 };
const ONE = { kind: "commands", commands: [RIGHT] };

describe("a declaration", () => {
  const slots = [{ kind: "text" as const, path: ["text"], most: 200, label: "Plan" }];
  const offered = { templates: [{ order: { kind: "declare", text: "" }, label: "Declare a plan", slots }] };

  test("is a text of at most so many characters", () => {
    const peace = { text: "Peace!", path: ["text"], most: 200 };
    expect(declarationOf({ kind: "declare", text: "Peace!" }, offered)).toEqual(peace);
    expect(declarationOf({ kind: "declare" }, offered)?.text).toBe("");
  });

  test("is not there when commands are due, or before the server has answered", () => {
    expect(declarationOf(NONE, options([], 5))).toBeNull();
    expect(declarationOf({ kind: "declare", text: "" }, { templates: [] })).toBeNull();
    expect(declarationOf(null, offered)).toBeNull();
    expect(planOf({ kind: "declare", text: "" }, offered, 3)).toBeNull();
  });
});

describe("commands", () => {
  test("are offered by the square they leave and the one they lead to", () => {
    const plan = planOf(NONE, options([], 5), 3);
    expect([...(plan?.offers.get("square:0,0")?.keys() ?? [])]).toEqual(["square:1,0", "square:0,1"]);
    expect(plan && idle(plan)).toEqual(["square:0,0"]);
    expect(plan && send(plan, "square:0,0", "square:1,0")).toEqual({
      path: ["commands", 0],
      value: { x: 0, y: 0, direction: "R", units: 5 },
    });
    expect(plan && send(plan, "square:0,0", "square:5,5")).toBeNull();
  });

  test("are arrows with as many units as may go", () => {
    const plan = planOf(ONE, options([RIGHT], 2), 3);
    const sent = { thing: "command:0", from: "square:0,0", to: "square:1,0", command: RIGHT, most: 5 };
    expect(plan?.sent).toMatchObject([sent]);
    expect(plan && idle(plan)).toEqual([]);
    expect(plan && send(plan, "square:0,0", "square:0,1")?.path).toEqual(["commands", 1]);
  });

  test("keep their range while their number changes", () => {
    const changed = { kind: "commands", commands: [{ ...RIGHT, units: 1 }] };
    expect(planOf(changed, options([RIGHT], 2), 3)?.sent[0]?.most).toBe(5);
  });

  test("wait for the server where what is left of a square has changed", () => {
    const plan = planOf(ONE, options([], 5), 3);
    expect(plan?.sent[0]?.most).toBeNull();
    expect(plan?.offers.size).toBe(0);
  });

  test("are not offered beyond the number that counts", () => {
    expect(planOf(ONE, options([RIGHT], 2), 1)?.offers.size).toBe(0);
  });

  test("that are lines of text stay as they are", () => {
    const plan = planOf({ kind: "commands", commands: ["0,0,R"] }, options([], 5), 3);
    expect(plan?.sent).toMatchObject([{ line: "0,0,R", command: null, from: null, to: null }]);
  });
});
