/** A match on a socket that a test holds the other end of. */

import { expect } from "vitest";

import type { ChatLine, Entry, TableAnswer } from "../../src/api";
import { LONGEST } from "../../src/play/connection";
import { Match, type Reveal } from "../../src/play/match";
import { TestClock, TestSocket, sockets } from "./fakes";

export let clock: TestClock;
export let reveals: Reveal[];
export let match: Match;

export const last = (): TestSocket => sockets.at(-1)!;

/** Wait for the next connection. */
export async function again(): Promise<TestSocket> {
  const before = sockets.length;
  await clock.pass(LONGEST);
  expect(sockets).toHaveLength(before + 1);
  last().open();
  return last();
}

export const entry = (step: number): Entry => ({
  kind: "resignation",
  seq: step * 10,
  step,
  at: 0,
  seat: 2,
  phase: { round: 1, name: "battle", key: "1", part: [1, 1] },
});

export const line = (seq: number): ChatLine => ({
  seq,
  at: 0,
  seat: 1,
  to: null,
  name: "Ada",
  text: `line ${seq}`,
  removed: false,
});

export function answer(step: number, setup: unknown): TableAnswer {
  return {
    match: "m 1",
    seq: step * 10,
    status: "playing",
    now: 0,
    deadline: null,
    you: 1,
    offers: [],
    ask: "",
    conclusion: null,
    kept: null,
    hints: null,
    pause: { asked: [], left: null },
    table: {
      view: { seat: 1, setup },
      step,
      players: ["Ada"],
      to_act: [1],
      submitted: [],
      pending: null,
      resigned: [],
      outcome: null,
      phase: { round: 1, name: "battle", key: "1", part: [1, 1] },
    },
  };
}

export const table = (step: number, happened: number[], setup: unknown = null, said: ChatLine[] = []): object => ({
  type: "table",
  table: answer(step, setup),
  happened: happened.map(entry),
  said,
});

export const waiting = (seq: number, changes: object = {}): object => ({
  type: "waiting",
  seq,
  now: 5,
  deadline: 9,
  submitted: [1],
  pending: { card: 2 },
  offers: [2],
  pause: { asked: [], left: null },
  said: [],
  ...changes,
});

export const problem = (status: number, id: string | null = null): object => ({
  type: "problem",
  id,
  status,
  code: "No",
  detail: "No.",
  violations: [],
});

export const taken = (id: string, result: object | null = null): object => ({ type: "taken", id, result });
export const ACCEPTED = { seq: 11, step: 1, resolved: false, violations: [] };

export function enter(seat: number | null = 1): void {
  sockets.length = 0;
  clock = new TestClock();
  let ids = 0;
  reveals = [];
  const wiring = { Socket: TestSocket, clock, random: () => 1 };
  match = new Match(
    { server: "ws:server", match: "m 1", seat, first: null },
    wiring,
    () => `id-${++ids}`,
    (reveal) => reveals.push(reveal),
  );
  match.open();
}

/** At a table where one step has been played. */
export async function sitDown(): Promise<void> {
  enter();
  last().open();
  await last().tell(table(1, [1], { planets: 3 }));
}
