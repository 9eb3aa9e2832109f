import { expect, test } from "vitest";

import { scene } from "../../../src/boards/orbit/adapter";
import { layout } from "../../../src/boards/orbit/geometry";
import { configOf } from "../../../src/boards/orbit/things";
import {
  energyWords,
  leadWords,
  moveWords,
  planWords,
  powerWords,
  shipWords,
  sumWords,
} from "../../../src/boards/orbit/words";
import { PREVIEW, ship, view } from "./ships";

test("a ship is told with everything that is seen of it", () => {
  const [own, , third] = scene(view(), layout(configOf(view()), "middle"), []);
  if (own === undefined || third === undefined) throw new Error("There are three ships.");
  expect(shipWords(own, ship(), "Ada", true, "in range")).toBe(
    "Ada, yours, R3 S23, facing forward, hull 8, heat 0, mass 10, in range",
  );
  expect(shipWords(third, null, "Bob", false)).toBe("Bob, R1 S3, facing forward, hull 8, arriving at R2 S6");
});

test("energy is listed as the rule book lists subsystems", () => {
  expect(energyWords({ shields: 2, engines: 1, laser: 0 })).toBe("engines 1, shields 2");
  expect(energyWords({})).toBe("none");
});

test("a subsystem is off, on, or too hot", () => {
  expect([powerWords(2, false, false), powerWords(2, true, false), powerWords(2, true, true)]).toEqual([
    "needs 2",
    "powered",
    "overclocked",
  ]);
});

test("a burn says where it leads", () => {
  expect(leadWords(1, "prograde")).toBe("1 ring out");
  expect(leadWords(2, "retrograde")).toBe("2 rings in");
});

test("what a plan comes to is told in one go", () => {
  const preview = { ...PREVIEW, arrival: null, returns_left: 1, hull: 9, heat: 2, mass: 8 };
  expect(sumWords(4, 0, preview)).toBe("Reactor 4 free. Returns left: 1. After the turn: hull 9, heat 2, mass 8.");
  expect(sumWords(0, 2, preview)).toContain("Reactor 0 free, 2 more next turn.");
  expect(sumWords(4, 0, { ...preview, arrival: { ring: 2, sector: 7 } })).toMatch(/mass 8\. Then arriving at R2 S7\.$/);
});

test("movements have names", () => {
  expect(moveWords({ kind: "coast", scoop: false })).toBe("Coast");
  expect(moveWords({ kind: "coast", scoop: true })).toBe("Coast and scoop");
  expect(moveWords({ kind: "burn", intensity: "heavy", adjust: 1 })).toBe("Heavy burn");
});

test("a plan of the past is told in words, never in notation", () => {
  const shots = [{ weapon: "laser", targets: [1, 2], compensate: false }] as const;
  const move = { kind: "burn", intensity: "light", adjust: 0 } as const;
  expect(planWords({ move, rotate: true, shots }, ["Ada", "Bob"])).toBe("turn, light burn, laser at Ada and Bob");
});
