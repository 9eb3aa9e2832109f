import { beforeEach, describe, expect, test } from "vitest";

import { DEBOUNCE, MOST_PAST, RETRY } from "../../src/play/composer";
import type { Json } from "../../src/api";
import { AnswerLost } from "../../src/api/problems";
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
  said,
  start,
  table,
  TWO,
  withdrawals,
  write,
  wrong,
} from "./composing";

beforeEach(start);

describe("writing", () => {
  test("the default order comes first", () => {
    expect(drafts.map((asked) => asked.question)).toEqual([{}]);
    expect(composer.now).toMatchObject({ step: 0, draft: DEFAULT, status: "ready", canSubmit: true, past: [] });
  });

  test("a change shows at once and is checked a moment later", async () => {
    expect(composer.set(["fleets", 0], { to: "Vega", ships: 1 })).toBe(true);
    expect(composer.now).toMatchObject({ draft: ONE, status: "asking", canSubmit: true });
    await clock.pass(DEBOUNCE - 1);
    expect(drafts).toHaveLength(1);
    await clock.pass(1);
    expect(drafts[1]!.question).toEqual({ order: ONE });
    await drafts[1]!.answer(considered(ONE, { forecast: "Vega is yours." }));
    expect(composer.now).toMatchObject({ status: "ready", forecast: "Vega is yours." });
  });

  test("why something is not offered is asked beside the draft", async () => {
    const refused = { weight: "refused", text: "That is too far." } as const;
    const obstacles = composer.obstacles(TWO);
    expect(drafts[1]!.question).toEqual({ order: TWO });
    await drafts[1]!.answer(
      considered(TWO, { violations: [{ code: "far", path: ["to"], rule: "KH-5", params: {}, ...refused }] }),
    );
    expect(await obstacles).toMatchObject([{ text: "That is too far." }]);
    expect(composer.now).toMatchObject({ draft: DEFAULT, status: "ready", violations: [] });
  });

  test("a flood of changes is one question, and memory stays bounded", async () => {
    await write(ONE);
    for (let ships = 0; ships < 1000; ships++) composer.set(["fleets", 0, "ships"], ships);
    await clock.pass(DEBOUNCE);
    expect(drafts).toHaveLength(3);
    expect(drafts[2]!.question).toEqual({ order: { fleets: [{ to: "Vega", ships: 999 }] } });
    expect(composer.now.past).toHaveLength(MOST_PAST);
  });

  test("an older answer is dropped, whenever it comes", async () => {
    composer.choose({ order: ONE, slots: [], label: "" });
    await clock.pass(DEBOUNCE);
    composer.choose({ order: TWO, slots: [], label: "" });
    await drafts[1]!.answer(considered(ONE, { forecast: "one" }));
    expect(composer.now).toMatchObject({ draft: TWO, status: "asking", forecast: "" });
    await clock.pass(DEBOUNCE);
    await drafts[2]!.answer(considered(TWO, { forecast: "two" }));
    expect(composer.now).toMatchObject({ draft: TWO, status: "ready", forecast: "two" });
  });

  test("of two questions under way only the newest is answered", async () => {
    composer.choose({ order: ONE, slots: [], label: "" });
    await clock.pass(DEBOUNCE);
    composer.choose({ order: TWO, slots: [], label: "" });
    await clock.pass(DEBOUNCE);
    await drafts[2]!.answer(considered(TWO, { forecast: "two" }));
    await drafts[1]!.answer(considered(ONE, { forecast: "one" }));
    expect(composer.now).toMatchObject({ draft: TWO, forecast: "two" });
  });

  test("a refused draft stays, with the options of the last legal one", async () => {
    await write(ONE);
    const { options } = composer.now;
    await write(TWO, { violations: [wrong()], options: { templates: [] } });
    expect(composer.now).toMatchObject({ draft: TWO, status: "refused", violations: [wrong()], options });
    expect(composer.now.canSubmit).toBe(false);
    await composer.submit();
    expect(orders).toEqual([]);
  });

  test("what is only void can be given", async () => {
    await write(ONE, { violations: [wrong("void")] });
    expect(composer.now).toMatchObject({ status: "ready", canSubmit: true, violations: [wrong("void")] });
  });

  test("removing is not setting to null", async () => {
    await write(ONE);
    composer.set(["fleets", 0], null);
    expect(composer.now.draft).toEqual({ fleets: [null] });
    composer.remove(["fleets", 0]);
    expect(composer.now.draft).toEqual({ fleets: [] });
  });

  test("a path that leads nowhere changes nothing", async () => {
    await write(ONE);
    expect(composer.remove(["fleets", 0])).toBe(true);
    expect(composer.remove(["fleets", 0])).toBe(false);
    expect(composer.set(["fleets", 5], null)).toBe(false);
    expect(composer.now).toMatchObject({ draft: DEFAULT, past: [DEFAULT, ONE] });
  });

  test("undo and redo go through all that was written", async () => {
    await write(ONE);
    await write(TWO);
    composer.undo();
    composer.undo();
    composer.undo();
    expect(composer.now).toMatchObject({ draft: DEFAULT, past: [], future: [TWO, ONE], status: "asking" });
    composer.redo();
    expect(composer.now).toMatchObject({ draft: ONE, past: [DEFAULT], future: [TWO] });
    composer.choose({ order: DEFAULT, slots: [], label: "" });
    composer.redo();
    expect(composer.now).toMatchObject({ draft: DEFAULT, past: [DEFAULT, ONE], future: [] });
  });

  test("reset asks for the default order and can be undone", async () => {
    await write(ONE);
    composer.reset();
    await clock.pass(0);
    expect(drafts.at(-1)!.question).toEqual({});
    await drafts.at(-1)!.answer(considered(DEFAULT));
    expect(composer.now.draft).toEqual(DEFAULT);
    composer.undo();
    expect(composer.now.draft).toEqual(ONE);
  });

  test("an order can be typed", async () => {
    composer.type("1 to");
    composer.type("1 to Vega");
    await clock.pass(DEBOUNCE);
    expect(drafts.slice(1).map((asked) => asked.question)).toEqual([{ notation: "1 to Vega" }]);
    expect(composer.now).toMatchObject({ typed: "1 to Vega", status: "asking", draft: DEFAULT });
    await drafts[1]!.answer(considered(ONE));
    expect(composer.now).toMatchObject({ typed: null, draft: ONE, past: [DEFAULT], status: "ready" });
  });

  test("a text that is not understood stays, and undo lets go of it", async () => {
    await write(ONE);
    composer.type("nonsense");
    await clock.pass(DEBOUNCE);
    await drafts.at(-1)!.fail(said(400));
    expect(composer.now).toMatchObject({ typed: "nonsense", status: "refused", draft: ONE, problem: { status: 400 } });
    composer.undo();
    expect(composer.now).toMatchObject({ typed: null, draft: ONE, problem: null });
  });

  test.each([said(429), said(503), new AnswerLost("Lost.")])("it asks again after %s", async (error) => {
    composer.choose({ order: ONE, slots: [], label: "" });
    await clock.pass(DEBOUNCE);
    await drafts[1]!.fail(error);
    expect(composer.now.status).toBe("asking");
    await clock.pass(RETRY);
    await drafts[2]!.answer(considered(ONE));
    expect(composer.now).toMatchObject({ status: "ready", problem: null });
  });

  test("an answer about a later step is of no use", async () => {
    await write(ONE, { step: 1 });
    expect(composer.now.status).toBe("stale");
  });

  test("nothing is asked once it is closed", async () => {
    composer.choose({ order: ONE, slots: [], label: "" });
    composer.close();
    expect(composer.set(["fleets"], [])).toBe(false);
    composer.rebase(table(1));
    await clock.pass(DEBOUNCE);
    expect(drafts).toHaveLength(1);
  });

  test("listeners hear of every change until they leave", () => {
    const heard: Json[] = [];
    const leave = composer.subscribe((now) => heard.push(now.draft));
    composer.choose({ order: ONE, slots: [], label: "" });
    leave();
    composer.choose({ order: TWO, slots: [], label: "" });
    expect(heard[0]).toEqual(DEFAULT);
    expect(heard.at(-1)).toEqual(ONE);
  });
});

describe("giving", () => {
  test("a submitted order can be changed and given again", async () => {
    await write(ONE);
    void composer.submit();
    expect(composer.now.status).toBe("submitting");
    expect(orders[0]!.question).toEqual({ order: ONE, step: 0 });
    await orders[0]!.answer(accepted());
    expect(composer.now).toMatchObject({ status: "submitted", pending: ONE, canSubmit: false });
    await write(TWO);
    expect(composer.now).toMatchObject({ status: "ready", pending: ONE });
    void composer.submit();
    await orders[1]!.answer(accepted({ seq: 2 }));
    expect(composer.now).toMatchObject({ status: "submitted", pending: TWO });
  });

  test("it is given once, however often somebody presses the button", async () => {
    await write(ONE);
    for (let press = 0; press < 50; press++) void composer.submit();
    expect(orders).toHaveLength(1);
  });

  test("what is written while an order is on its way is not lost", async () => {
    await write(ONE);
    void composer.submit();
    await write(TWO);
    await orders[0]!.answer(accepted());
    expect(composer.now).toMatchObject({ draft: TWO, pending: ONE, status: "ready" });
  });

  test("a refused order shows why", async () => {
    await write(ONE);
    void composer.submit();
    await orders[0]!.fail(said(422, [wrong()]));
    expect(composer.now).toMatchObject({ status: "refused", draft: ONE, pending: null, violations: [wrong()] });
  });

  test("a busy server leaves everything as it was", async () => {
    await write(ONE);
    void composer.submit();
    await orders[0]!.fail(said(503));
    expect(composer.now).toMatchObject({ status: "ready", canSubmit: true, draft: ONE, problem: { status: 503 } });
  });

  test("an order that comes too late is stale until the next table", async () => {
    await write(ONE);
    void composer.submit();
    await orders[0]!.fail(said(409));
    expect(composer.now.status).toBe("stale");
    expect(composer.set(["fleets"], [])).toBe(false);
    composer.rebase(table(1));
    expect(composer.now).toMatchObject({ step: 1, draft: null, status: "asking" });
  });

  test("an order taken back stays as a draft", async () => {
    await write(ONE);
    void composer.submit();
    await orders[0]!.answer(accepted());
    void composer.withdraw();
    await withdrawals[0]!.answer(accepted({ seq: 2 }));
    expect(composer.now).toMatchObject({ status: "ready", draft: ONE, pending: null });
  });

  test("before one's turn nothing can be given", async () => {
    await write(ONE, { ahead: true });
    expect(composer.now).toMatchObject({ status: "ready", ahead: true, canSubmit: false });
  });

  test("in a series nothing is written or undone behind an order", async () => {
    await begin("series");
    await write(ONE);
    void composer.submit();
    composer.undo();
    expect(composer.set(["fleets"], [])).toBe(false);
    expect(composer.now).toMatchObject({ draft: ONE, status: "submitting" });
    await orders[0]!.answer(accepted({ step: 1, resolved: true }));
    expect(composer.now.status).toBe("stale");
    composer.rebase(table(1, { phase: "0" }));
    expect(composer.now).toMatchObject({ draft: null, past: [], future: [] });
  });
});

describe("new tables", () => {
  test("a new step begins from its default order", async () => {
    await write(ONE);
    composer.rebase(table(1));
    expect(composer.now).toMatchObject({ step: 1, draft: null, past: [], status: "asking" });
    await clock.pass(0);
    await drafts.at(-1)!.answer(considered(DEFAULT, { step: 1 }));
    expect(composer.now).toMatchObject({ draft: DEFAULT, status: "ready" });
  });

  test("an answer about the step before is dropped", async () => {
    composer.choose({ order: ONE, slots: [], label: "" });
    await clock.pass(DEBOUNCE);
    composer.rebase(table(1));
    await drafts[1]!.answer(considered(ONE));
    expect(composer.now).toMatchObject({ step: 1, draft: null, status: "asking" });
  });

  test("a draft goes on where the turn does: somebody resigned", async () => {
    await write(ONE);
    composer.rebase(table(1, { phase: "0" }));
    expect(composer.now).toMatchObject({ step: 1, draft: ONE, status: "asking" });
  });

  test("a draft made ahead goes on from step to step", async () => {
    await write(ONE, { ahead: true });
    composer.rebase(table(1, { toAct: [2] }));
    expect(composer.now).toMatchObject({ step: 1, draft: ONE, canSubmit: false });
    composer.rebase(table(2));
    expect(composer.now).toMatchObject({ step: 2, draft: ONE, canSubmit: true });
  });

  test("the table may come before the answer to the order that led to it", async () => {
    await begin("series");
    await write(ONE);
    void composer.submit();
    composer.rebase(table(1, { phase: "0" }));
    await orders[0]!.answer(accepted({ step: 1, resolved: true }));
    expect(composer.now).toMatchObject({ step: 1, draft: null, status: "asking", pending: null });
  });

  test("an order that missed its step, but not its turn, is a draft again", async () => {
    await write(ONE);
    void composer.submit();
    composer.rebase(table(1, { phase: "0" }));
    await orders[0]!.fail(said(409));
    expect(composer.now).toMatchObject({ step: 1, draft: ONE, status: "asking" });
  });

  test("an older table changes nothing", async () => {
    await write(ONE);
    void composer.submit();
    await orders[0]!.answer(accepted({ seq: 5 }));
    composer.rebase(table(0, { seq: 4 }));
    expect(composer.now).toMatchObject({ pending: ONE, status: "submitted" });
  });

  test("another tab's order shows here, unless something is being written", () => {
    composer.rebase(table(0, { seq: 1, pending: ONE }));
    expect(composer.now).toMatchObject({ draft: ONE, status: "submitted" });
    composer.rebase(table(0, { seq: 2, pending: TWO }));
    expect(composer.now).toMatchObject({ draft: TWO, status: "submitted" });
    composer.set(["fleets"], []);
    composer.rebase(table(0, { seq: 3, pending: ONE }));
    expect(composer.now).toMatchObject({ draft: DEFAULT, pending: ONE, status: "asking" });
  });

  test("an order that the table shows already is no longer being written", async () => {
    await write(ONE);
    void composer.submit();
    composer.rebase(table(0, { seq: 1, pending: ONE }));
    composer.rebase(table(0, { seq: 2, pending: TWO }));
    expect(composer.now).toMatchObject({ draft: TWO, pending: TWO });
  });

  test("an answer that is older than the table says nothing about it", async () => {
    await write(ONE);
    void composer.submit();
    composer.rebase(table(0, { seq: 5, pending: TWO }));
    await orders[0]!.answer(accepted({ seq: 3 }));
    expect(composer.now).toMatchObject({ draft: ONE, pending: TWO });
  });

  test("a server that lags behind the table is asked again", async () => {
    composer.rebase(table(1));
    await clock.pass(0);
    await drafts.at(-1)!.answer(considered(ONE, { step: 0 }));
    expect(composer.now).toMatchObject({ draft: null, status: "asking" });
    await clock.pass(RETRY);
    await drafts.at(-1)!.answer(considered(DEFAULT, { step: 1 }));
    expect(composer.now).toMatchObject({ draft: DEFAULT, status: "ready" });
  });

  test("whoever can order nothing more is asked nothing more", async () => {
    await write(ONE);
    const before = drafts.length;
    composer.rebase(table(1, { over: true }));
    await clock.pass(RETRY);
    expect(composer.now.status).toBe("stale");
    expect(drafts).toHaveLength(before);
    expect(drawer.items.size).toBe(0);
  });

  test("a refusal that was only for a moment is forgotten with the next news", async () => {
    await write(ONE);
    void composer.submit();
    await orders[0]!.fail(said(409));
    composer.rebase(table(0, { seq: 3 }));
    expect(composer.now).toMatchObject({ draft: ONE, status: "asking" });
  });
});
