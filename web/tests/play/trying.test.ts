import { expect, test } from "vitest";

import { draftsIn } from "../../src/play/drafts";
import { isPrepared, leaveAnalysis, prepare, returnToAnalysis } from "../../src/play/trying";
import { TestDrawer } from "./fakes";

test("a better order is the draft of the match it is tried in", () => {
  const [drawer, session] = [new TestDrawer(), new TestDrawer()];
  prepare(drawer, session, "tried", 2, { card: 9 });
  expect(draftsIn(drawer, "tried", 2).load()).toMatchObject({ step: 0, order: { card: 9 } });
  expect([isPrepared(session, "tried"), isPrepared(session, "other")]).toEqual([true, false]);
});

test("whoever comes back finds what was looked at, once", () => {
  const session = new TestDrawer();
  leaveAnalysis(session, "a", { step: 4, seat: 1 });
  expect(returnToAnalysis(session, "b")).toBeNull();
  expect(returnToAnalysis(session, "a")).toEqual({ step: 4, seat: 1 });
  expect(returnToAnalysis(session, "a")).toBeNull();
  session.setItem("armillary.analysed.a", "nonsense");
  expect(returnToAnalysis(session, "a")).toBeNull();
});
