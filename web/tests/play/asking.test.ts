import { beforeEach, describe, expect, test } from "vitest";

import type { Considered } from "../../src/api";
import { SHORTEST, browserLine } from "../../src/play/connection";
import { AnswerLost } from "../../src/api/problems";
import { MOST, newId } from "../../src/play/requests";
import { ACCEPTED, again, clock, last, match, problem, sitDown, table, taken } from "./matching";

beforeEach(sitDown);

describe("asking", () => {
  test("every answer finds its request", async () => {
    const [one, other] = [match.order({ card: 2 }, 1), match.say("hello")];
    expect(last().sent).toEqual([
      { type: "order", order: { card: 2 }, step: 1, id: "id-1" },
      { type: "say", text: "hello", id: "id-2" },
    ]);
    await last().tell(taken("id-2"));
    await last().tell(taken("nobody's"));
    await last().tell(taken("id-1", ACCEPTED));
    await expect(one).resolves.toEqual(ACCEPTED);
    await expect(other).resolves.toBeUndefined();
  });

  test("a draft is answered with everything about it", async () => {
    const asked = match.consider({ notation: "play 2" });
    expect(last().sent).toEqual([{ type: "draft", notation: "play 2", id: "id-1" }]);
    const draft = { step: 1, notation: "play 2" } as Considered;
    await last().tell({ type: "considered", id: "id-1", draft });
    await expect(asked).resolves.toEqual(draft);
  });

  test("a refused request fails alone", async () => {
    const [one, other] = [match.order({ card: 99 }, 1), match.say("hello")];
    const refused = expect(one).rejects.toMatchObject({ problem: { status: 422 } });
    await Promise.all([refused, last().tell(problem(422, "id-1"))]);
    await last().tell(taken("id-2"));
    await expect(other).resolves.toBeUndefined();
    expect(match.now.connection).toBe("open");
  });

  test("an answer of the wrong kind is none", async () => {
    const asked = match.withdraw();
    await Promise.all([expect(asked).rejects.toBeInstanceOf(AnswerLost), last().tell(taken("id-1"))]);
  });

  test("an order is sent again after a drop, under the same id", async () => {
    const asked = match.order({ card: 2 }, 1);
    const [first] = last().sent;
    await last().drop();
    expect((await again()).sent).toEqual([first]);
    await last().tell(taken("id-1", ACCEPTED));
    await expect(asked).resolves.toEqual(ACCEPTED);
    await last().drop();
    expect((await again()).sent).toEqual([]);
  });

  test("a connection that breaks before the order is sent again says nothing about the order", async () => {
    const asked = match.order({ card: 2 }, 1);
    await last().drop();
    await clock.pass(SHORTEST);
    await last().drop(1009);
    await again();
    await last().tell(taken("id-1", ACCEPTED));
    await expect(asked).resolves.toEqual(ACCEPTED);
  });

  test("an order outlives a server that stops", async () => {
    const asked = match.order({ card: 2 }, 1);
    await last().tell(problem(503));
    await last().drop(4503);
    await again();
    await last().tell(taken("id-1", ACCEPTED));
    await expect(asked).resolves.toEqual(ACCEPTED);
  });

  test("what may not be done twice is not sent twice", async () => {
    const asked = match.resign();
    await Promise.all([expect(asked).rejects.toBeInstanceOf(AnswerLost), last().drop()]);
    expect((await again()).sent).toEqual([]);
  });

  test("what was never sent waits for a connection", async () => {
    await last().drop();
    const asked = match.draw(true);
    await clock.pass(SHORTEST);
    await last().drop();
    expect((await again()).sent).toEqual([{ type: "draw", offer: true, id: "id-1" }]);
    await last().tell(taken("id-1"));
    await expect(asked).resolves.toBeUndefined();
  });

  test("only the newest draft waits for a connection", async () => {
    await last().drop();
    const asked = [1, 2, 3].map((card) => match.consider({ order: { card } }));
    const older = asked.map((each) => expect(each).rejects.toBeInstanceOf(AnswerLost));
    const newest = match.consider({ order: { card: 4 } });
    await Promise.all(older);
    expect((await again()).sent).toEqual([{ type: "draft", order: { card: 4 }, id: "id-4" }]);
    await last().tell({ type: "considered", id: "id-4", draft: { step: 1 } });
    await expect(newest).resolves.toEqual({ step: 1 });
  });

  test("a flood of requests is refused at the door", async () => {
    const say = (): Promise<string> =>
      match.say("hello").then(
        () => "said",
        () => "refused",
      );
    const asked = Array.from({ length: MOST + 5 }, say);
    expect(last().sent).toHaveLength(MOST);
    for (const { id } of last().sent) await last().tell(taken(id!));
    expect((await Promise.all(asked)).filter((each) => each === "refused")).toHaveLength(5);
  });

  test("a message that is not understood ends no connection", async () => {
    const asked = match.say("hello");
    await Promise.all([expect(asked).rejects.toMatchObject({ problem: { status: 400 } }), last().tell(problem(400))]);
    await last().tell(table(2, [2]));
    await last().drop(4400);
    expect(match.now.connection).toBe("lost");
  });

  test("a message that is too long is not sent for ever", async () => {
    const asked = match.order({ words: "long" }, 1);
    await Promise.all([expect(asked).rejects.toMatchObject({ problem: { status: 413 } }), last().drop(1009)]);
    expect((await again()).sent).toEqual([]);
  });

  test("ids are unique and short enough for the server", () => {
    const ids = Array.from({ length: 100 }, newId);
    expect(new Set(ids).size).toBe(100);
    expect(ids.every((id) => /^[0-9a-f]{32}$/.test(id))).toBe(true);
  });
});

test("a browser has all that is needed", () => {
  expect(browserLine.Socket).toBe(WebSocket);
});
