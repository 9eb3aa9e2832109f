import { expect, test } from "vitest";

import type { Table } from "../../../src/api";
import type { LessonNow, Orders } from "../../../src/boards/contract";
import { steps } from "../../../src/boards/orbit/learn";
import type { View } from "../../../src/boards/orbit/things";
import { PLAN, view } from "./ships";

type Turn = Pick<View, "round" | "active">;

function now(changes: { turn?: Turn; selected?: string; plan?: object; isOver?: boolean } = {}): LessonNow {
  const { turn = { round: 1, active: 2 }, selected = null, plan = {}, isOver = false } = changes;
  const drawn = [
    [2, 1],
    [2, 1],
  ];
  return {
    table: { view: view({ ...turn, turn_orders: drawn }), outcome: isOver ? {} : null } as unknown as Table,
    you: 1,
    selected,
    orders: { now: { draft: { ...(PLAN as object), ...plan } } } as unknown as Orders,
    entries: [],
  };
}

function done(given: LessonNow): number {
  const open = steps.findIndex(({ isDone }) => !isDone(given));
  return open === -1 ? steps.length : open;
}

test("a lesson goes on with what one does", () => {
  const burn = { kind: "burn", intensity: "light", adjust: 0 };
  expect(done(now())).toBe(0);
  expect(done(now({ selected: "ship:1" }))).toBe(1);
  expect(done(now({ plan: { targets: { thrusters: 1 } } }))).toBe(2);
  expect(done(now({ plan: { targets: { thrusters: 1 }, rotate: true } }))).toBe(3);
  expect(done(now({ plan: { targets: { thrusters: 1 }, rotate: true, move: burn } }))).toBe(4);
  expect(done(now({ turn: { round: 1, active: 1 } }))).toBe(0);
  expect(done(now({ turn: { round: 2, active: 2 } }))).toBe(5);
  expect(done(now({ turn: { round: 2, active: 1 } }))).toBe(5);
  expect(done(now({ turn: { round: 2, active: 1 }, selected: "subsystem:missiles" }))).toBe(6);
  expect(done(now({ turn: { round: 3, active: 2 } }))).toBe(6);
  expect(done(now({ turn: { round: 4, active: 2 } }))).toBe(7);
  expect(done(now({ turn: { round: 9, active: 2 }, isOver: true }))).toBe(steps.length);
});

test("it points at the player's own ship first", () => {
  expect(steps[0]?.point(now())).toBe("ship:1");
});
