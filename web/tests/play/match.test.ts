import { beforeEach, describe, expect, test } from "vitest";

import { LONGEST, PATIENCE, QUIET, SHORTEST, TOO_MANY } from "../../src/play/connection";
import { Match } from "../../src/play/match";
import { AnswerLost, ServerSaid } from "../../src/api/problems";
import { newId } from "../../src/play/requests";
import { TestClock, TestSocket, sockets } from "./fakes";
import {
  ACCEPTED,
  again,
  clock,
  enter,
  entry,
  last,
  line,
  match,
  problem,
  reveals,
  sitDown,
  table,
  taken,
  waiting,
} from "./matching";

beforeEach(sitDown);

describe("listening", () => {
  test("the address says which match, seat and moment", () => {
    expect(sockets[0]!.address).toBe("ws:server/api/matches/m%201/live?since=0&marks=true&seat=1");
    enter(null);
    expect(sockets[0]!.address).toBe("ws:server/api/matches/m%201/live?since=0&marks=true");
  });

  test("what never changes is put back into later views", async () => {
    await last().tell(table(2, [2]));
    expect(match.now.table!.table.view).toEqual({ seat: 1, setup: { planets: 3 } });
  });

  test("who has submitted changes the table and reveals nothing", async () => {
    await last().tell(waiting(12, { said: [line(12)] }));
    expect(match.now.table).toMatchObject({ seq: 12, deadline: 9, offers: [2], table: { step: 1, submitted: [1] } });
    expect(match.now.table!.table.pending).toEqual({ card: 2 });
    expect(match.now.chat).toEqual([line(12)]);
    expect(reveals).toEqual([]);
  });

  test("what is kept for the deadline is known until an order is given", async () => {
    const keep = async (step: number): Promise<void> => {
      const kept = match.keep({ card: 3 }, step);
      expect(last().sent.at(-1)).toMatchObject({ type: "order", order: { card: 3 }, step, ready: false });
      await last().tell(taken(last().sent.at(-1)!.id!, ACCEPTED));
      await kept;
    };
    await keep(1);
    expect(match.now.table!.kept).toEqual({ card: 3 });
    await last().tell(waiting(12, { pending: null }));
    expect(match.now.table!.kept).toEqual({ card: 3 });
    await last().tell(waiting(13));
    expect(match.now.table!.kept).toBe(null);
    await keep(1);
    expect(match.now.table!.kept).toBe(null);
    await last().tell(waiting(14, { pending: null }));
    await keep(0);
    expect(match.now.table!.kept).toBe(null);
  });

  test("presence and chat are known", async () => {
    await last().tell({ type: "presence", here: [1], away: [2], watchers: 3 });
    await last().tell({ type: "said", seq: 12, said: [line(12)] });
    expect(match.now).toMatchObject({ presence: { here: [1], away: [2], watchers: 3 }, chat: [line(12)] });
  });

  test("of a line that is removed only its place stays", async () => {
    await last().tell({ type: "said", seq: 13, said: [line(12), line(13)] });
    await last().tell({ type: "unsaid", lines: [12, 99] });
    expect(match.now.chat).toEqual([{ ...line(12), text: "", removed: true }, line(13)]);
  });

  test("before the start there are seats, and later they move nothing", async () => {
    enter();
    last().open();
    await last().tell({ type: "seats", match: { id: "m 1", seq: 4 }, said: [] });
    expect(match.now).toMatchObject({ match: { seq: 4 }, table: null });
    await last().drop();
    expect((await again()).address).toContain("since=4&");
    await last().tell(table(1, [1], {}));
    await last().tell({ type: "seats", match: { id: "m 1", seq: 99 }, said: [] });
    await last().drop();
    expect((await again()).address).toContain("since=10&");
  });

  test("every step is revealed, and none is lost", async () => {
    expect(match.now.entries).toEqual([entry(1)]);
    expect(reveals).toEqual([]);
    await last().tell(table(2, [2]));
    await last().tell(table(4, [3, 4]));
    expect(match.now.table!.table.step).toBe(4);
    expect(reveals).toMatchObject([
      { entries: [entry(2)], table: { table: { step: 2 } } },
      { entries: [entry(3), entry(4)], table: { table: { step: 4 } } },
    ]);
  });

  test("a flood of steps is all there, in order", () => {
    for (let step = 2; step <= 300; step++) void last().tell(table(step, [step]));
    expect(match.now.entries.map(({ step }) => step)).toEqual(Array.from({ length: 300 }, (_, at) => at + 1));
    expect(reveals).toHaveLength(299);
  });

  test.each(["", "{", "null", '{"type": "seats"}', '{"type": "table"}', '{"type": "waiting", "seq": 99}'])(
    "%j ends the connection and changes nothing",
    async (text) => {
      const before = match.now;
      await last().tell(text);
      expect(match.now).toEqual({ ...before, connection: "lost" });
      expect((await again()).address).toContain("since=10&");
    },
  );

  test("a message of a kind that is not known yet does no harm", async () => {
    await last().tell({ type: "weather", sky: "clear" });
    expect(match.now.connection).toBe("open");
  });

  test("a listener that fails does not end the connection", () => {
    let isArmed = false;
    match.subscribe(() => {
      if (isArmed) throw new Error("a screen broke");
    });
    isArmed = true;
    expect(() => last().onmessage?.({ data: JSON.stringify(table(2, [2])) } as MessageEvent)).toThrow("a screen broke");
    isArmed = false;
    expect(match.now).toMatchObject({ connection: "open", table: { table: { step: 2 } } });
  });
});

describe("dropping", () => {
  test("the next connection goes on without a gap or a repeat", async () => {
    await last().tell(table(2, [2], null, [line(15)]));
    await last().tell({ type: "said", seq: 21, said: [line(21)] });
    await last().drop();
    expect(match.now.connection).toBe("lost");
    expect((await again()).address).toContain("since=21&");
    await last().tell(table(4, [2, 3, 4], { planets: 3 }, [line(21), line(35)]));
    expect(match.now.entries.map(({ step }) => step)).toEqual([1, 2, 3, 4]);
    expect(match.now.chat.map(({ seq }) => seq)).toEqual([15, 21, 35]);
    expect(reveals.map(({ entries }) => entries.map(({ step }) => step))).toEqual([[2], [3, 4]]);
    expect(match.now.connection).toBe("open");
  });

  test("a long past comes in parts, and a drop between them loses none", async () => {
    await last().drop();
    await again();
    await last().tell({ type: "history", seq: 25, happened: [entry(2), entry(3)], said: [line(21)] });
    await last().drop();
    expect((await again()).address).toContain("since=25&");
    await last().tell(table(4, [4], { planets: 3 }, [line(35)]));
    expect(match.now.entries.map(({ step }) => step)).toEqual([1, 2, 3, 4]);
    expect(match.now.chat.map(({ seq }) => seq)).toEqual([21, 35]);
    expect(reveals.map(({ entries }) => entries.map(({ step }) => step))).toEqual([[4]]);
  });

  test("where nothing happened meanwhile there is nothing to reveal", async () => {
    await last().drop();
    await again();
    await last().tell(table(1, [], { planets: 3 }));
    expect(reveals).toEqual([]);
  });

  test("every pause is twice the one before, up to the longest", async () => {
    const pauses = [];
    for (let tries = 0; tries < 9; tries++) {
      await last().drop();
      pauses.push(clock.next);
      await clock.pass(clock.next);
    }
    expect(pauses.slice(0, 3)).toEqual([SHORTEST, 2 * SHORTEST, 4 * SHORTEST]);
    expect(pauses.at(-1)).toBe(LONGEST);
    last().open();
    await last().tell(table(1, []));
    await last().drop();
    expect(clock.next).toBe(SHORTEST);
  });

  test("pauses vary by half", async () => {
    const wiring = { Socket: TestSocket, clock: new TestClock(), random: () => 0 };
    const other = new Match({ server: "ws:server", match: "m", seat: null, first: null }, wiring, newId, () => {});
    other.open();
    await last().drop();
    expect(wiring.clock.next).toBe(SHORTEST / 2);
  });

  test("a busy server is not asked more and more often", async () => {
    for (const expected of [SHORTEST, 2 * SHORTEST, 4 * SHORTEST]) {
      await last().tell(problem(503));
      await last().drop(4503);
      expect(match.now.connection).toBe("lost");
      expect(clock.next).toBe(expected);
      await clock.pass(clock.next);
      last().open();
    }
  });

  test("a server that was asked too much is left alone for a while, each time", async () => {
    for (let time = 0; time < 2; time++) {
      await last().tell(problem(429));
      await last().drop(TOO_MANY);
      expect(clock.next).toBe(LONGEST);
      await clock.pass(clock.next);
      last().open();
      await last().tell({ type: "pong", id: null, now: 1 });
    }
  });

  test("nobody has to wait for the next try", async () => {
    await last().drop();
    for (let press = 0; press < 20; press++) match.open();
    expect(sockets).toHaveLength(2);
    expect(match.now.connection).toBe("connecting");
    await clock.pass(LONGEST - 1);
    expect(sockets).toHaveLength(2);
  });

  test("a quiet server is asked, and left when it does not answer", async () => {
    await clock.pass(QUIET);
    expect(last().sent).toEqual([{ type: "ping" }]);
    await last().tell({ type: "pong", id: null, now: 1 });
    await clock.pass(QUIET);
    expect(last().sent).toHaveLength(2);
    await clock.pass(PATIENCE);
    expect(match.now.connection).toBe("lost");
    expect(sockets[0]!.readyState).toBe(3);
    await again();
  });

  test("a connection that never opens is given up", async () => {
    enter();
    await clock.pass(PATIENCE);
    expect(match.now.connection).toBe("lost");
    await again();
  });

  test("a socket that was left is not listened to", async () => {
    const [first] = sockets;
    const late = first!.onmessage!;
    await clock.pass(QUIET + PATIENCE);
    await again();
    expect(first!.onmessage).toBeNull();
    late({ data: JSON.stringify(problem(503)) } as MessageEvent);
    expect(last().readyState).toBe(1);
  });

  test.each([401, 403])("a refusal is final, and says why: %i", async (status) => {
    const asked = match.say("hello");
    await Promise.all([expect(asked).rejects.toThrow("No."), last().tell(problem(status))]);
    await last().drop(4000 + status);
    expect(match.now).toMatchObject({ connection: "refused", problem: { status, detail: "No." } });
    await clock.pass(LONGEST);
    expect(sockets).toHaveLength(1);
    await expect(match.say("hello")).rejects.toBeInstanceOf(ServerSaid);
  });

  test("a table can be left while it tells something", async () => {
    let heard = 0;
    match.subscribe(() => {
      heard += 1;
      if (heard === 2) match.close();
    });
    await last().tell(table(2, [2]));
    expect(match.now.connection).toBe("closed");
    expect(clock.waiting).toBe(0);
  });

  test("a closed table is left for good", async () => {
    const asked = match.order({ card: 2 }, 1);
    match.close();
    await expect(asked).rejects.toBeInstanceOf(AnswerLost);
    await expect(match.say("hello")).rejects.toBeInstanceOf(AnswerLost);
    await clock.pass(LONGEST);
    expect(sockets).toHaveLength(1);
    expect(clock.waiting).toBe(0);
  });
});
