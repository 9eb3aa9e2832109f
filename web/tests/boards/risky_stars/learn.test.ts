import { expect, test } from "vitest";

import type { Entry, Table } from "../../../src/api";
import type { LessonNow, Orders } from "../../../src/boards/contract";
import type { Order, Seen } from "../../../src/boards/risky_stars/adapter";
import { steps } from "../../../src/boards/risky_stars/learn";
import { END } from "../../../src/boards/risky_stars/plan";
import { ARDEN, BRINE, options, turn, view } from "./maps";

const BUY: Order = { kind: "buy", units: { [ARDEN]: 3 } };
const MOVE: Order = { kind: "move", source: ARDEN, target: BRINE, units: 2 };

function now(changes: {
  draft?: Order;
  given?: Order[];
  selected?: string;
  view?: Partial<Seen>;
  isOver?: boolean;
}): LessonNow {
  const { draft = END, given = [], selected = null, isOver = false } = changes;
  return {
    table: { view: view(changes.view), step: given.length, outcome: isOver ? {} : null } as unknown as Table,
    you: 1,
    selected,
    orders: { now: { draft, options: options() } } as unknown as Orders,
    entries: given.map((order, index): Entry => turn(index + 1, order)),
  };
}

function done(given: LessonNow): number {
  const open = steps.findIndex(({ isDone }) => !isDone(given));
  return open === -1 ? steps.length : open;
}

test("a lesson goes on with what one does", () => {
  expect(done(now({}))).toBe(0);
  expect(done(now({ draft: BUY }))).toBe(1);
  expect(done(now({ given: [BUY] }))).toBe(2);
  expect(done(now({ given: [BUY], selected: `place:${ARDEN}` }))).toBe(3);
  expect(done(now({ given: [BUY, MOVE] }))).toBe(4);
  expect(done(now({ given: [BUY, MOVE, END], view: { round: 2 } }))).toBe(5);
  expect(done(now({ given: [BUY, MOVE, END], view: { round: 6 }, isOver: true }))).toBe(steps.length);
});

test("whoever does something else is not held up", () => {
  expect(done(now({ given: [END], view: { round: 2 } }))).toBe(5);
});

test("it points at what is the player's own, and at what is free", () => {
  expect(steps[0]?.point(now({}))).toBe(`place:${ARDEN}`);
  expect(steps[2]?.point(now({}))).toBe(`place:${ARDEN}`);
  const places = view().places.with(2, {});
  expect(steps[3]?.point(now({ selected: `place:${ARDEN}`, view: { places } }))).toBe(`place:${BRINE}`);
  expect(steps[3]?.point(now({ selected: `place:${ARDEN}` }))).toBeNull();
});
