import { beforeEach, expect, test } from "vitest";

import { DEBOUNCE } from "../../src/play/composer";
import { draftsIn } from "../../src/play/drafts";
import {
  accepted,
  begin,
  clock,
  composer,
  considered,
  DEFAULT,
  drafts,
  drawer,
  ONE,
  orders,
  reload,
  said,
  start,
  table,
  TWO,
  write,
  wrong,
} from "./composing";

beforeEach(start);

test("nothing is lost, refused or not, checked or not", async () => {
  composer.choose({ order: TWO, slots: [], label: "" });
  await reload(table(0));
  expect(composer.now.draft).toEqual(TWO);
  expect(drafts[0]!.question).toEqual({ order: TWO });
  await drafts[0]!.answer(considered(TWO, { violations: [wrong()] }));
  await reload(table(0));
  expect(composer.now.draft).toEqual(TWO);
});

test("an order that was typed is kept like any other", async () => {
  composer.type("1 to Vega");
  await clock.pass(DEBOUNCE);
  await drafts[1]!.answer(considered(ONE));
  await reload(table(0));
  expect(composer.now.draft).toEqual(ONE);
});

test("a draft that waited for its turn waits through a reload", async () => {
  await write(ONE, { ahead: true });
  await reload(table(1, { toAct: [2] }));
  composer.rebase(table(2));
  expect(composer.now.draft).toEqual(ONE);
});

test("a draft of a step that is over is forgotten", async () => {
  await write(ONE);
  await reload(table(1));
  expect(drafts[0]!.question).toEqual({});
  expect(drawer.items.size).toBe(0);
});

test("a reload while submitting finds the order where it got to", async () => {
  await write(ONE);
  void composer.submit();
  await reload(table(0, { seq: 1, pending: ONE }));
  expect(composer.now.status).toBe("submitted");
  expect(drawer.items.size).toBe(0);
});

test("what was written after submitting comes back, unsubmitted", async () => {
  await write(ONE);
  void composer.submit();
  await orders[0]!.answer(accepted());
  await write(TWO);
  await reload(table(0, { seq: 1, pending: ONE }));
  expect(composer.now).toMatchObject({ draft: TWO, pending: ONE, status: "asking" });
});

test("a tab where nothing is written leaves the draft of another alone", async () => {
  composer.rebase(table(0, { seq: 1, pending: ONE }));
  draftsIn(drawer, "m1", 1).save({ step: 0, phase: "0", ahead: false, order: TWO });
  composer.rebase(table(0, { seq: 2, pending: DEFAULT }));
  await clock.pass(0);
  await drafts.at(-1)!.answer(considered(DEFAULT));
  expect(draftsIn(drawer, "m1", 1).load()).toMatchObject({ order: TWO });
});

test("a tab that lags behind leaves a newer draft alone", async () => {
  draftsIn(drawer, "m1", 1).save({ step: 5, phase: "5", ahead: false, order: TWO });
  await reload(table(1));
  expect(composer.now.draft).toBeNull();
  expect(draftsIn(drawer, "m1", 1).load()).toMatchObject({ step: 5 });
});

test("matches and seats do not share drafts", async () => {
  await write(ONE);
  expect(draftsIn(drawer, "m1", 2).load()).toBeNull();
  expect(draftsIn(drawer, "m2", 1).load()).toBeNull();
  expect(draftsIn(drawer, "m1", 1).load()).toMatchObject({ order: ONE });
});

test.each(["", "{", "7", "null", '{"step": "0"}', '{"step": 0, "phase": "0", "ahead": false}'])(
  "%j in the drawer is no draft",
  async (stored) => {
    drawer.getItem = () => stored;
    await reload(table(0));
    expect(drafts[0]!.question).toEqual({});
  },
);

test("a kept order that the server does not know is forgotten", async () => {
  await write({ other: "game" });
  await reload(table(0));
  await drafts[0]!.fail(said(400));
  await clock.pass(0);
  expect(drafts[1]!.question).toEqual({});
  expect(drawer.items.size).toBe(0);
});

test("a browser that stores nothing can still be played in", async () => {
  const refuse = (): never => {
    throw new Error("The quota is exceeded.");
  };
  drawer.setItem = drawer.getItem = drawer.removeItem = refuse;
  await begin();
  await write(ONE);
  expect(composer.now).toMatchObject({ draft: ONE, status: "ready" });
  composer.rebase(table(1, { phase: "0" }));
  expect(composer.now).toMatchObject({ step: 1, draft: ONE });
});
