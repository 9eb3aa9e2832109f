import { beforeEach, describe, expect, test } from "vitest";

import { DEBOUNCE, RETRY } from "../../src/play/composer";
import { AnswerLost } from "../../src/api/problems";
import {
  accepted,
  begin,
  clock,
  composer,
  considered,
  DEFAULT,
  drafts,
  ONE,
  orders,
  said,
  start,
  table,
  TWO,
  wrong,
} from "./composing";

beforeEach(start);

describe("giving before the draft is checked", () => {
  test("what was written is given at once", async () => {
    composer.choose({ order: ONE, slots: [], label: "" });
    void composer.submit();
    expect(orders.map(({ question }) => question)).toEqual([{ order: ONE, step: 0 }]);
    expect(composer.now.status).toBe("submitting");
    await orders[0]!.answer(accepted());
    expect(composer.now).toMatchObject({ status: "submitted", pending: ONE });
  });

  test("it is given once, whatever the server then says of the draft", async () => {
    composer.choose({ order: ONE, slots: [], label: "" });
    void composer.submit();
    await clock.pass(DEBOUNCE);
    await drafts[1]!.answer(considered(ONE, { forecast: "Vega is yours." }));
    void composer.submit();
    expect(orders).toHaveLength(1);
    expect(composer.now).toMatchObject({ status: "submitting", forecast: "Vega is yours." });
  });

  test("it stays given when the server writes the same order another way", async () => {
    await begin("series");
    composer.choose({ order: ONE, slots: [], label: "" });
    void composer.submit();
    await clock.pass(DEBOUNCE);
    await drafts.at(-1)!.answer(considered(TWO));
    expect(composer.now.status).toBe("submitting");
    await orders[0]!.answer(accepted());
    expect(composer.now).toMatchObject({ status: "submitted", pending: TWO });
  });

  test("an order that is not legal is refused, with its reason", async () => {
    composer.choose({ order: ONE, slots: [], label: "" });
    void composer.submit();
    await orders[0]!.fail(said(422, [wrong()]));
    await clock.pass(DEBOUNCE);
    await drafts[1]!.answer(considered(ONE, { violations: [wrong()] }));
    expect(composer.now).toMatchObject({ status: "refused", pending: null, violations: [wrong()] });
  });

  test("what is changed after that is another order", async () => {
    composer.choose({ order: ONE, slots: [], label: "" });
    void composer.submit();
    composer.choose({ order: TWO, slots: [], label: "" });
    expect(orders.map(({ question }) => question.order)).toEqual([ONE]);
    await orders[0]!.answer(accepted());
    expect(composer.now).toMatchObject({ draft: TWO, pending: ONE });
  });

  test("nothing is given before there is anything to see", async () => {
    composer.rebase(table(1));
    expect(composer.now).toMatchObject({ draft: null, canSubmit: false });
    await composer.submit();
    await clock.pass(0);
    await drafts.at(-1)!.answer(considered(DEFAULT, { step: 1 }));
    expect(orders).toEqual([]);
    expect(composer.now.status).toBe("ready");
  });

  test("in a series, a second press gives nothing behind the first order", async () => {
    await begin("series");
    composer.choose({ order: ONE, slots: [], label: "" });
    void composer.submit();
    void composer.submit();
    composer.rebase(table(1, { phase: "0" }));
    void composer.submit();
    expect(orders).toHaveLength(1);
  });

  test("a text is given as soon as it is understood", async () => {
    composer.type("1 to Vega");
    void composer.submit();
    expect(composer.now.status).toBe("submitting");
    expect(orders).toEqual([]);
    await clock.pass(DEBOUNCE);
    await drafts[1]!.answer(considered(ONE));
    expect(orders.map(({ question }) => question)).toEqual([{ order: ONE, step: 0 }]);
  });

  test.each([
    ["not understood", () => drafts[1]!.fail(said(400))],
    ["not legal", () => drafts[1]!.answer(considered(ONE, { violations: [wrong()] }))],
  ])("a text that is %s is refused", async (_, answer) => {
    composer.type("nonsense");
    void composer.submit();
    await clock.pass(DEBOUNCE);
    await answer();
    expect(orders).toEqual([]);
    expect(composer.now.status).toBe("refused");
  });

  test("a text that goes on after that is not given", async () => {
    composer.type("1 to Vega");
    void composer.submit();
    composer.type("1 to Vega, 1 to Lyra");
    expect(composer.now.status).toBe("asking");
    await clock.pass(DEBOUNCE);
    await drafts[1]!.answer(considered(ONE));
    expect(orders).toEqual([]);
  });

  test("a text is given after a drop, too", async () => {
    composer.type("1 to Vega");
    void composer.submit();
    await clock.pass(DEBOUNCE);
    await drafts[1]!.fail(new AnswerLost("Lost."));
    expect(composer.now.status).toBe("submitting");
    await clock.pass(RETRY);
    await drafts[2]!.answer(considered(ONE));
    expect(orders).toHaveLength(1);
  });
});
