import { expect, test } from "vitest";

import type { Table } from "../../../src/api";
import type { LessonNow, Orders } from "../../../src/boards/contract";
import { steps } from "../../../src/boards/orbit/learn";
import { PLAN, view } from "./ships";

function now(changes: { step?: number; selected?: string; plan?: object; isOver?: boolean } = {}): LessonNow {
  const { step = 0, selected = null, plan = {}, isOver = false } = changes;
  return {
    table: { view: view(), step, outcome: isOver ? {} : null } as unknown as Table,
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
  expect(done(now({ step: 2 }))).toBe(5);
  expect(done(now({ step: 3 }))).toBe(5);
  expect(done(now({ step: 3, selected: "subsystem:missiles" }))).toBe(6);
  expect(done(now({ step: 4 }))).toBe(6);
  expect(done(now({ step: 20, isOver: true }))).toBe(steps.length);
});

test("it points at the player's own ship first", () => {
  expect(steps[0]?.point(now())).toBe("ship:1");
});
