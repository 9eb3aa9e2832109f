import { expect, test } from "vitest";

import type { Table } from "../../../src/api";
import type { LessonNow, Orders } from "../../../src/boards/contract";
import { steps } from "../../../src/boards/territory/learn";
import { options, view } from "./maps";

function now(changes: { step?: number; selected?: string; commands?: number; isOver?: boolean }): LessonNow {
  const { step = 0, selected = null, commands = 0, isOver = false } = changes;
  const sent = Array.from({ length: commands }, () => ({ x: 0, y: 0, direction: "R" as const, units: 1 }));
  const draft = { kind: "commands", commands: sent };
  return {
    table: { view: view(), step, outcome: isOver ? {} : null } as unknown as Table,
    you: 1,
    selected,
    orders: { now: { draft, options: options(sent, 4) } } as unknown as Orders,
    entries: [],
  };
}

function done(given: LessonNow): number {
  const open = steps.findIndex(({ isDone }) => !isDone(given));
  return open === -1 ? steps.length : open;
}

test("a lesson goes on with what one does", () => {
  expect(done(now({}))).toBe(0);
  expect(done(now({ step: 1, selected: "square:0,0" }))).toBe(1);
  expect(done(now({ step: 1, commands: 1 }))).toBe(2);
  expect(done(now({ step: 2 }))).toBe(3);
  expect(done(now({ step: 6, isOver: true }))).toBe(steps.length);
});

test("it points at the player's own units", () => {
  expect(steps[0]?.point(now({ step: 1 }))).toBe("square:0,0");
});

test("it points at riches that nobody has, where there are any", () => {
  const point = (owners: number[]): string | null | undefined =>
    steps[3]?.point({ ...now({}), table: { view: view({ owners }), step: 2, outcome: null } as unknown as Table });
  expect(point([1, 0, 2, 0])).toBe("square:1,0");
  expect(point([1, 2, 0, 0])).toBeNull();
});
