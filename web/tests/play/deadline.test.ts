/** What the composer has kept for when time runs out. */

import { beforeEach, expect, test } from "vitest";

import { DEBOUNCE, STANDS } from "../../src/play/composer";
import type { Json } from "../../src/api";
import {
  accepted,
  begin,
  clock,
  composer,
  drafts,
  keeps,
  ONE,
  orders,
  reload,
  said,
  start,
  table,
  TWO,
  withdrawals,
  write,
  wrong,
} from "./composing";

const CLOCK = { deadline: 60_000 };
beforeEach(async () => {
  await start();
  await begin("plan", table(0, CLOCK));
});

const asked = (): Json[] => keeps.map(({ question }) => question.order);

test("the newest legal draft is kept a moment after it was found legal, once", async () => {
  expect(composer.now.atDeadline).toBe("default");
  await write(ONE);
  await clock.pass(STANDS - DEBOUNCE - 1);
  await write(TWO);
  await clock.pass(STANDS - 1);
  expect(keeps).toEqual([]);
  await clock.pass(1);
  expect(keeps.map(({ question }) => question)).toEqual([{ order: TWO, step: 0 }]);
  expect(composer.now.atDeadline).toBe("default");
  composer.rebase(table(0, { ...CLOCK, seq: 1 }));
  await keeps[0]!.answer();
  composer.rebase(table(0, { ...CLOCK, seq: 1, kept: TWO }));
  expect(composer.now.atDeadline).toBe("draft");
  await clock.pass(10 * STANDS);
  expect(keeps).toHaveLength(1);
});

test("the draft before stays while another is refused, being checked or on its way", async () => {
  composer.rebase(table(0, { ...CLOCK, seq: 1, kept: ONE }));
  await write(TWO, { violations: [wrong()] });
  await clock.pass(STANDS);
  expect(keeps).toEqual([]);
  expect(composer.now.atDeadline).toBe("before");
  await write(ONE);
  expect(composer.now.atDeadline).toBe("draft");
  await clock.pass(STANDS);
  expect(keeps).toEqual([]);
});

test("whoever never stands still has what was legal kept", async () => {
  await write(ONE);
  await clock.pass(STANDS / 2);
  composer.choose({ order: TWO, slots: [], label: "" });
  await clock.pass(STANDS / 2);
  expect(asked()).toEqual([ONE]);
});

test("going back to what is kept asks for nothing", async () => {
  composer.rebase(table(0, { ...CLOCK, seq: 1, kept: ONE }));
  await write(TWO);
  await write(ONE);
  await clock.pass(STANDS);
  expect(keeps).toEqual([]);
});

test("nothing is kept of the default order, ahead of one's turn, or without a clock", async () => {
  await clock.pass(STANDS);
  await write(ONE, { ahead: true });
  await clock.pass(STANDS);
  await begin();
  await write(ONE);
  await clock.pass(STANDS);
  expect(keeps).toEqual([]);
});

test("what is given needs no keeping, what is taken back does", async () => {
  await write(ONE);
  void composer.submit();
  await clock.pass(STANDS);
  await orders[0]!.answer(accepted());
  await write(TWO);
  await clock.pass(STANDS);
  expect(keeps).toEqual([]);
  void composer.withdraw();
  await withdrawals[0]!.answer(accepted({ seq: 2 }));
  await clock.pass(STANDS);
  expect(asked()).toEqual([TWO]);
});

test("a failure shows nothing, and the next news tries again", async () => {
  await write(ONE);
  await clock.pass(STANDS);
  await keeps[0]!.fail(said(429));
  expect(composer.now).toMatchObject({ status: "ready", canSubmit: true, problem: null, atDeadline: "default" });
  await clock.pass(10 * STANDS);
  expect(keeps).toHaveLength(1);
  composer.rebase(table(0, { ...CLOCK, seq: 1 }));
  await clock.pass(STANDS);
  expect(asked()).toEqual([ONE, ONE]);
});

test("a turn that is over keeps nothing more", async () => {
  await write(ONE);
  composer.rebase(table(1, CLOCK));
  await clock.pass(STANDS);
  expect(keeps).toEqual([]);
});

test("what was kept on another device is the draft here", async () => {
  await begin("plan", table(0, { ...CLOCK, kept: ONE }));
  expect(drafts[0]!.question).toEqual({ order: ONE });
  expect(composer.now.status).toBe("ready");
});

test("in a series, a draft that the deadline played is none any more", async () => {
  await begin("series", table(0, CLOCK));
  await write(ONE);
  composer.rebase(table(1, { phase: "0", now: 60_000, deadline: 120_000 }));
  expect(composer.now.draft).toBe(null);
  await begin("series", table(0, CLOCK));
  await write(ONE);
  composer.rebase(table(1, { phase: "0", now: 30_000, deadline: 60_000 }));
  expect(composer.now.draft).toEqual(ONE);
  await reload(table(2, { phase: "0", deadline: 120_000 }), "series");
  expect(composer.now.draft).toBe(null);
});
