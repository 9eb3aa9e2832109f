import { beforeEach, describe, expect, test } from "vitest";

import type { Entry, Table } from "../../src/api";
import type { Beat } from "../../src/play/reveals";
import { course, MOST_AT_ONCE, MOST_POINTS, sample, spans, timesOf } from "../../src/play/course";
import { Playback, REST } from "../../src/play/playback";
import { BACKLOG, FAST, Reveals, STAGE, STEP, type Revealing } from "../../src/play/reveals";
import { seenIn } from "../../src/play/seen";
import { AHEAD, MOST_KEPT, Timeline } from "../../src/play/timeline";
import { TestClock, TestDrawer } from "./fakes";

const table = (step: number): Table => ({ step, phase: { round: step }, view: {} }) as unknown as Table;
const tables = (from: number, to: number): Promise<Table[]> =>
  Promise.resolve(Array.from({ length: to - from + 1 }, (_, index) => table(from + index)));
const entry = (step: number, round = step): Entry => ({ kind: "turn", step, phase: { round } }) as unknown as Entry;
const beat = (stage: number, text: string): Beat => ({
  stage,
  kind: "told",
  thing: null,
  from: null,
  to: null,
  seat: null,
  amount: null,
  text,
});

let clock: TestClock;
beforeEach(() => {
  clock = new TestClock();
});

describe("reveals", () => {
  let factor: number;
  let stages: number;
  let reveals: Reveals;
  let shown: Revealing[];

  beforeEach(() => {
    factor = 1;
    stages = 2;
    shown = [];
    const beatsOf = ({ step }: Entry): Beat[] =>
      Array.from({ length: stages }, (_, stage) => beat(stage, `${step}.${stage}`));
    reveals = new Reveals(clock, beatsOf, () => factor);
    reveals.take(table(0));
    reveals.subscribe((now) => shown.push(now));
  });

  const texts = (): string[] => reveals.now.beats.map(({ text }) => text);

  test("a step is shown stage by stage on the table before, then the table after", async () => {
    void reveals.show([entry(1)], table(1));
    expect([texts(), reveals.now.table?.step, reveals.now.isPlaying]).toEqual([["1.0"], 0, true]);
    await clock.pass(STAGE);
    expect([texts(), reveals.now.table?.step]).toEqual([["1.1"], 0]);
    await clock.pass(STAGE);
    expect(reveals.now).toEqual({ table: table(1), beats: [], isPlaying: false });
  });

  test("beats of one stage are shown together", () => {
    const together = new Reveals(
      clock,
      () => [beat(0, "a"), beat(0, "b"), beat(1, "c")],
      () => 1,
    );
    together.take(table(0));
    void together.show([entry(1)], table(1));
    expect(together.now.beats.map(({ text }) => text)).toEqual(["a", "b"]);
  });

  test("what comes meanwhile waits, and nothing is dropped", async () => {
    void reveals.show([entry(1)], table(1));
    void reveals.show([entry(2), entry(3)], table(3));
    for (let stage = 0; stage < 6; stage++) await clock.pass(STAGE);
    const all = shown.flatMap(({ beats }) => beats.map(({ text }) => text));
    expect(all).toEqual(["1.0", "1.1", "2.0", "2.1", "3.0", "3.1"]);
    expect(reveals.now).toMatchObject({ table: { step: 3 }, isPlaying: false });
  });

  test("a step takes at most four seconds", async () => {
    stages = 40;
    void reveals.show([entry(1)], table(1));
    for (let stage = 0; stage < 40; stage++) await clock.pass(STEP / 40);
    expect(reveals.now.isPlaying).toBe(false);
  });

  test("a backlog is shown fast after eight seconds", async () => {
    stages = 1;
    const steps = Array.from({ length: 100 }, (_, index) => entry(index + 1));
    void reveals.show(steps, table(100));
    let passed = 0;
    while (reveals.now.isPlaying && passed < 60_000) {
      await clock.pass(FAST);
      passed += FAST;
    }
    expect(passed).toBeGreaterThan(BACKLOG);
    expect(passed).toBeLessThan(BACKLOG + STAGE + 100 * FAST + STAGE);
  });

  test("skipping lands on the newest table, and ends every reveal", async () => {
    const ends = [reveals.show([entry(1)], table(1)), reveals.show([entry(2)], table(2))];
    reveals.skip();
    await Promise.all(ends);
    expect(reveals.now).toEqual({ table: table(2), beats: [], isPlaying: false });
    await clock.pass(STEP);
    expect(reveals.now.table?.step).toBe(2);
  });

  test("with no time for it, nothing is shown but the table", async () => {
    factor = 0;
    await reveals.show([entry(1)], table(1));
    expect(shown.every(({ beats }) => beats.length === 0)).toBe(true);
    expect(reveals.now.table?.step).toBe(1);
  });

  test("who wants no more of it in the middle lands on the newest, too", async () => {
    const end = reveals.show([entry(1)], table(1));
    factor = 0;
    await clock.pass(STAGE);
    await end;
    expect(reveals.now).toEqual({ table: table(1), beats: [], isPlaying: false });
  });

  test("the first table is not revealed", () => {
    const fresh = new Reveals(
      clock,
      () => [beat(0, "x")],
      () => 1,
    );
    void fresh.show([entry(1)], table(1));
    expect(fresh.now).toEqual({ table: table(1), beats: [], isPlaying: false });
  });

  test("a table in which only clocks are new does not end a reveal", () => {
    void reveals.show([entry(1)], table(1));
    reveals.take(table(1));
    expect([reveals.now.table?.step, reveals.now.isPlaying]).toEqual([0, true]);
  });
});

describe("the timeline", () => {
  let asked: [number, number][];
  let fails: boolean;
  let timeline: Timeline;

  beforeEach(() => {
    asked = [];
    fails = false;
    timeline = new Timeline((from, to) => {
      asked.push([from, to]);
      return fails ? Promise.reject(new Error("The server cannot be reached.")) : tables(from, to);
    });
  });

  test("shows a step, with its neighbours at hand", async () => {
    await timeline.go(10, 40);
    expect(timeline.now).toEqual({ step: 10, table: table(10), failure: null });
    expect(asked).toEqual([[10 - AHEAD, 10 + AHEAD]]);
    await timeline.go(11, 40);
    expect(asked.at(-1)).toEqual([11 + AHEAD, 11 + AHEAD]);
  });

  test("stays within the match", async () => {
    await timeline.go(-5, 40);
    expect(timeline.now.step).toBe(0);
    await timeline.go(40, 40);
    expect(timeline.now).toEqual({ step: null, table: null, failure: null });
  });

  test("shows the step that was asked for last, whichever answer comes first", async () => {
    await Promise.all([timeline.go(10, 40), timeline.go(30, 40)]);
    expect(timeline.now).toMatchObject({ step: 30, table: { step: 30 } });
  });

  test("says why a step cannot be shown, and goes on from there", async () => {
    fails = true;
    await timeline.go(10, 40);
    expect(timeline.now).toEqual({ step: 10, table: null, failure: "The server cannot be reached." });
    fails = false;
    await timeline.go(10, 40);
    expect(timeline.now).toEqual({ step: 10, table: table(10), failure: null });
  });

  test("keeps a bounded number of tables", async () => {
    for (let step = 0; step < 3 * MOST_KEPT; step += 7) await timeline.go(step, 1000);
    const requests = asked.length;
    await timeline.go(0, 1000);
    expect(asked.length).toBe(requests + 1);
  });
});

describe("playback", () => {
  let timeline: Timeline;
  let reveals: Reveals;
  let playback: Playback;

  beforeEach(() => {
    timeline = new Timeline(tables);
    reveals = new Reveals(
      clock,
      ({ step }) => [beat(0, String(step))],
      () => 1,
    );
    playback = new Playback(timeline, reveals, clock, () => 3, entry);
  });

  test("shows step after step until now", async () => {
    await playback.play();
    const steps: (number | null)[] = [timeline.now.step];
    for (let round = 0; round < 3; round++) {
      await clock.pass(REST);
      expect(reveals.now.beats.map(({ text }) => text)).toEqual([String(round + 1)]);
      await clock.pass(STAGE);
      steps.push(timeline.now.step);
    }
    expect(steps).toEqual([0, 1, 2, null]);
    expect(playback.now.isPlaying).toBe(false);
  });

  test("goes on from the step on show", async () => {
    await timeline.go(2, 3);
    await playback.play();
    expect(timeline.now.step).toBe(2);
  });

  test("goes as far as it is asked to", async () => {
    await timeline.go(1, 3);
    await playback.play(2);
    await clock.pass(REST);
    await clock.pass(STAGE);
    await clock.pass(REST);
    expect([timeline.now.step, playback.now.isPlaying]).toEqual([2, false]);
  });

  test("stops where it is", async () => {
    await playback.play();
    await clock.pass(REST);
    playback.pause();
    await clock.pass(STAGE);
    await clock.pass(REST);
    expect([timeline.now.step, playback.now.isPlaying, reveals.now.isPlaying]).toEqual([0, false, false]);
  });

  test("gives way to somebody who goes elsewhere", async () => {
    await playback.play();
    await clock.pass(REST);
    await timeline.go(2, 3);
    await clock.pass(STAGE);
    expect(timeline.now.step).toBe(2);
  });

  test("is faster when asked", async () => {
    playback.hasten(4);
    await playback.play();
    await clock.pass(REST / 4);
    expect(reveals.now.isPlaying).toBe(true);
  });
});

describe("the course of a match", () => {
  test("has rounds of the same length, however many steps they have", () => {
    const timeOf = timesOf([entry(1, 1), entry(2, 1), entry(3, 2)]);
    expect([0, 1, 2, 3].map(timeOf)).toEqual([0, 0.5, 1, 2]);
  });

  test("is looked at where rounds end", () => {
    expect(sample([entry(1, 1), entry(2, 1), entry(3, 2), entry(4, 3)])).toEqual([0, 2, 3, 4]);
    expect(sample([])).toEqual([0]);
  });

  test("has room for so many points, the first and the last among them", () => {
    const steps = sample(Array.from({ length: 1000 }, (_, index) => entry(index + 1)));
    expect(steps.length).toBeLessThanOrEqual(MOST_POINTS);
    expect([steps[0], steps.at(-1)]).toEqual([0, 1000]);
  });

  test("is fetched in few requests, none too large", () => {
    expect(spans([0, 2, 3, 10, 12])).toEqual([
      [0, 3],
      [10, 12],
    ]);
    const long = spans(Array.from({ length: 200 }, (_, index) => index));
    expect(long.every(([from, to]) => to - from < MOST_AT_ONCE)).toBe(true);
    expect(long.flatMap(([from, to]) => to - from + 1).reduce((sum, count) => sum + count)).toBe(200);
  });

  test("has a point for every round", async () => {
    const points = await course([entry(1, 1), entry(2, 1), entry(3, 2)], tables, ({ step }) => [step, -step]);
    expect(points.map(({ step, at, values }) => [step, at, ...values])).toEqual([
      [0, 0, 0, -0],
      [2, 1, 2, -2],
      [3, 2, 3, -3],
    ]);
  });
});

describe("what was seen", () => {
  test("is found again, match by match", () => {
    const drawer = new TestDrawer();
    seenIn(drawer, "a").save(7);
    expect([seenIn(drawer, "a").load(), seenIn(drawer, "b").load()]).toEqual([7, null]);
    drawer.setItem("armillary.seen.b", "nonsense");
    expect(seenIn(drawer, "b").load()).toBeNull();
  });

  test("is forgotten where nothing can be stored", () => {
    const refuse = (): never => {
      throw new Error("refused");
    };
    const seen = seenIn({ getItem: refuse, setItem: refuse }, "a");
    seen.save(3);
    expect(seen.load()).toBeNull();
  });
});
