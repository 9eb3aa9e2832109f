/** A composer at a server that answers when it is told to. */

import type { Accepted, Considered, Draft, Json, Problem, TableAnswer, Violation } from "../../src/api";
import { Composer, DEBOUNCE, type Wiring } from "../../src/play/composer";
import { draftsIn } from "../../src/play/drafts";
import { ServerSaid } from "../../src/api/problems";
import { TestClock, TestDrawer, settle } from "./fakes";

interface Asked<Question, Answer> {
  question: Question;
  answer(answer: Answer): Promise<void>;
  fail(error: Error): Promise<void>;
}

function recorder<Question, Answer>(asked: Asked<Question, Answer>[]) {
  return (question: Question): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const then = (action: () => void): Promise<void> => (action(), settle());
      asked.push({
        question,
        answer: (answer) => then(() => resolve(answer)),
        fail: (error) => then(() => reject(error)),
      });
    });
}

export const DEFAULT: Json = { fleets: [] };
export const ONE: Json = { fleets: [{ to: "Vega", ships: 1 }] };
export const TWO: Json = { fleets: [{ to: "Vega", ships: 2 }] };

export let clock: TestClock;
export let drawer: TestDrawer;
export let drafts: Asked<Draft, Considered>[];
export let orders: Asked<{ order: Json; step: number }, Accepted>[];
export let withdrawals: Asked<undefined, Accepted>[];
export let keeps: Asked<{ order: Json; step: number }, void>[];
export let composer: Composer;

function open(turn: Wiring["turn"] = "plan"): Composer {
  [drafts, orders, withdrawals, keeps] = [[], [], [], []];
  const [give, takeBack, keep] = [recorder(orders), recorder(withdrawals), recorder(keeps)];
  return new Composer({
    turn,
    clock,
    consider: recorder(drafts),
    order: (order, step) => give({ order, step }),
    withdraw: () => takeBack(undefined),
    keep: (order, step) => keep({ order, step }),
    drafts: draftsIn(drawer, "m1", 1),
  });
}

interface Changes {
  seq?: number;
  phase?: string;
  pending?: Json;
  toAct?: number[];
  over?: boolean;
  now?: number;
  deadline?: number | null;
  kept?: Json;
}

export function table(step: number, changes: Changes = {}): TableAnswer {
  const { seq = step * 10, phase = String(step), pending = null, toAct = [1], over = false } = changes;
  const { now = 0, deadline = null, kept = null } = changes;
  const outcome = over ? { winners: [1], ranking: [[1]], scores: [1], reason: "normal" } : null;
  return {
    match: "m1",
    seq,
    status: "playing",
    now,
    deadline,
    you: 1,
    offers: [],
    ask: "",
    conclusion: null,
    kept,
    hints: null,
    pause: { asked: [], left: null },
    table: {
      view: { seat: 1, setup: null },
      step,
      players: ["Ada"],
      to_act: toAct,
      submitted: [],
      pending,
      resigned: [],
      outcome,
      phase: { round: 1, name: "orders", key: phase, part: [1, 1] },
    },
  };
}

export function considered(order: Json, changes: Partial<Considered> = {}): Considered {
  return {
    step: 0,
    ahead: false,
    order,
    notation: JSON.stringify(order),
    violations: [],
    preview: null,
    forecast: "",
    options: { templates: [{ order, slots: [], label: "" }] },
    ...changes,
  };
}

export const accepted = (changes: Partial<Accepted> = {}): Accepted => ({
  seq: 1,
  step: 0,
  resolved: false,
  violations: [],
  ...changes,
});

export const wrong = (weight: Violation["weight"] = "refused"): Violation => ({
  code: "too_many",
  rule: "KH-4",
  path: ["fleets", 0, "ships"],
  params: {},
  weight,
  text: "You have 2 ships.",
});

export const said = (status: number, violations: Problem["violations"] = []): ServerSaid =>
  new ServerSaid({ status, code: "No", detail: "No.", violations });

/** Write, and have the server agree. */
export async function write(order: Json, changes: Partial<Considered> = {}): Promise<void> {
  composer.choose({ order, slots: [], label: "" });
  await clock.pass(DEBOUNCE);
  await drafts.at(-1)!.answer(considered(order, changes));
}

/** Open the composer and have it told what the default order is. */
export async function begin(turn: Wiring["turn"] = "plan", first = table(0)): Promise<void> {
  composer = open(turn);
  composer.rebase(first);
  await clock.pass(0);
  await drafts[0]!.answer(considered(DEFAULT));
}

/** Everything anew, and the default order known. */
export async function start(): Promise<void> {
  clock = new TestClock();
  drawer = new TestDrawer();
  await begin();
}

/** Leave the page and come back to this table. */
export async function reload(now: TableAnswer, turn: Wiring["turn"] = "plan"): Promise<void> {
  composer.close();
  composer = open(turn);
  composer.rebase(now);
  await clock.pass(0);
}
