import { beforeEach, expect, test } from "vitest";

import type { Trial, Violation } from "../../src/api";
import { Checker, PAUSE, type Checked } from "../../src/table/terms/checker";
import { TestClock, settle } from "../play/fakes";

const WRONG: Violation = {
  code: "wrong",
  rule: "TY-1",
  path: ["size"],
  params: {},
  weight: "refused",
  text: "Too large.",
};

let clock: TestClock;
let asked: { trial: Trial; answer: (violations: Violation[]) => void; fail: (error: Error) => void }[];
let told: Checked[];
let checker: Checker;

beforeEach(() => {
  clock = new TestClock();
  asked = [];
  told = [];
  const check = (trial: Trial): Promise<{ violations: Violation[] }> =>
    new Promise((resolve, reject) =>
      asked.push({ trial, answer: (violations) => resolve({ violations }), fail: reject }),
    );
  checker = new Checker(check, clock, (checked) => told.push(checked));
});

test("settings are checked once somebody stops changing them", async () => {
  for (const seats of [2, 3, 4]) {
    checker.ask({ seats });
    await clock.pass(PAUSE - 1);
  }
  expect(asked).toEqual([]);
  await clock.pass(1);
  expect(asked.map(({ trial }) => trial)).toEqual([{ seats: 4 }]);
  asked[0]!.answer([WRONG]);
  await settle();
  expect(told.at(-1)).toEqual({ state: "checked", violations: [WRONG] });
});

test("what is said about older settings is not told", async () => {
  checker.ask({ seats: 2 });
  await clock.pass(PAUSE);
  checker.ask({ seats: 3 });
  await clock.pass(PAUSE);
  asked[1]!.answer([]);
  await settle();
  asked[0]!.answer([WRONG]);
  await settle();
  expect(told.at(-1)).toEqual({ state: "checked", violations: [] });
});

test("a check that fails says so", async () => {
  checker.ask({ seats: 2 });
  await clock.pass(PAUSE);
  asked[0]!.fail(new Error("gone"));
  await settle();
  expect(told.at(-1)).toEqual({ state: "failed", error: new Error("gone") });
});

test("nothing is asked or told once it is stopped", async () => {
  checker.ask({ seats: 2 });
  checker.stop();
  await clock.pass(PAUSE);
  expect(asked).toEqual([]);
  checker.ask({ seats: 2 });
  await clock.pass(PAUSE);
  checker.stop();
  asked[0]!.answer([]);
  await settle();
  expect(told.at(-1)).toEqual({ state: "checking" });
});
