import { describe, expect, test } from "vitest";

import {
  ghosts,
  locate,
  marches,
  marchesIn,
  notes,
  scene,
  standings,
  traces,
} from "../../../src/boards/territory/adapter";
import { beats } from "../../../src/boards/territory/beats";
import { EVENTS, turn, view } from "./maps";

const ROUND = turn(1, EVENTS.marched, EVENTS.fought, EVENTS.produced, EVENTS.counted);
const stage = (wanted: number) => beats(ROUND).filter((beat) => beat.stage === wanted);

describe("the map", () => {
  test("has every square with its owner, units and riches", () => {
    expect(scene(view(), [])).toMatchObject([
      { thing: "square:0,0", x: 0, y: 0, seat: 1, units: 5, isResource: false, production: 1 },
      { thing: "square:1,0", x: 1, y: 0, seat: 2, units: 1, isResource: true, production: 2 },
      { thing: "square:0,1", seat: null, units: 0 },
      { thing: "square:1,1", seat: null, units: 0 },
    ]);
  });

  test("shows who has left while they march, and who is left after the fights", () => {
    expect(scene(view(), stage(0))).toMatchObject([{ seat: 1, units: 2 }, { seat: 2, units: 1 }, {}, {}]);
    expect(scene(view(), stage(1))).toMatchObject([{ seat: 1, units: 2 }, { seat: 1, units: 2 }, {}, {}]);
  });

  test("a square that everybody has left is free", () => {
    const all = beats(turn(1, { ...EVENTS.marched, units: 5 }));
    expect(scene(view(), all)[0]).toMatchObject({ seat: null, units: 0 });
  });

  test("a fight that nobody survives leaves the square empty", () => {
    const none = beats(turn(1, { ...EVENTS.fought, winner: 0, left: 0 }));
    expect(scene(view(), none)[1]).toMatchObject({ seat: null, units: 0 });
  });
});

describe("marches", () => {
  const march = { from: { x: 0, y: 0 }, to: { x: 1, y: 0 }, seat: 1, units: 3 };

  test("are seen until a fight has swallowed them", () => {
    expect(marches(stage(0), true)).toEqual([march]);
    expect(marches(stage(1), true)).toEqual([]);
    expect(marches(stage(1))).toEqual([march]);
  });

  test("of the last round stay as traces while the next one is declared", () => {
    const declared = turn(2, EVENTS.declared);
    const losses = [
      { seat: 1, amount: 1 },
      { seat: 2, amount: 1 },
    ];
    expect(traces([ROUND, declared])).toEqual({ marches: [march], losses: new Map([["square:1,0", losses]]) });
    expect(traces([declared])).toEqual({ marches: [], losses: new Map() });
  });
});

describe("orders", () => {
  test("of the past are drawn as far as they can be read", () => {
    const commands = [{ x: 0, y: 0, direction: "r", units: 3 }, "0,0,U,1"];
    expect(marchesIn({ kind: "commands", commands }, 2)).toEqual([
      { from: { x: 0, y: 0 }, to: { x: 1, y: 0 }, seat: 2, units: 3 },
    ]);
    expect(marchesIn({ kind: "declare", text: "Peace!" }, 2)).toEqual([]);
  });

  test("ghosts are what the preview says", () => {
    const arrivals = [
      { x: 1, y: 0, owner: 0, units: 0 },
      { x: 0, y: 0, owner: 1, units: 2 },
    ];
    expect([...ghosts({ violations: [], text: null, marches: [], arrivals })]).toEqual([
      ["square:1,0", { seat: null, units: 0 }],
      ["square:0,0", { seat: 1, units: 2 }],
    ]);
    expect(ghosts(null).size).toBe(0);
  });

  test("a command is located at the square it leaves", () => {
    const order = { kind: "commands", commands: [{ x: 2, y: 3, direction: "u", units: 1 }, "nonsense"] };
    expect(locate(["commands", 0, "units"], order)).toBe("square:2,3");
    expect(locate(["commands", 1], order)).toBeNull();
    expect(locate(["commands", 7], order)).toBeNull();
    expect(locate(["text"], { kind: "declare", text: "" })).toBeNull();
    expect(locate(["commands", 0], null)).toBeNull();
  });

  test("what is wrong is told by the number of the command", () => {
    const violation = { code: "not_yours", rule: "TR-6", params: {}, weight: "void" as const, text: "Not yours." };
    expect([
      ...notes([
        { ...violation, path: ["commands", 1] },
        { ...violation, path: [] },
      ]),
    ]).toEqual([[1, "Not yours."]]);
  });
});

test("standings are units and squares, and the share of all units", () => {
  expect(standings(view())).toEqual([
    { text: "5 units in 1 square", share: 5 / 6 },
    { text: "1 unit in 1 square", share: 1 / 6 },
    { text: "out", share: 0 },
  ]);
  expect(standings(view({ armies: [0, 0, 0] }))[0]?.share).toBe(0);
});
