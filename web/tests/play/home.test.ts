import { beforeEach, describe, expect, test } from "vitest";

import type { MatchLine, MatchList } from "../../src/api";
import { LONGEST, QUIET } from "../../src/play/connection";
import { Home } from "../../src/play/home";
import { TestClock, TestSocket, settle, sockets } from "./fakes";

let clock: TestClock;
let home: Home;
/** The answers that listings wait for. */
let listings: { resolve: (list: MatchList) => void; reject: (error: Error) => void }[];
let waiting: MatchList;

const line = (id: string, seq: number, fields: Partial<MatchLine> = {}): MatchLine => ({
  id,
  game: "skirmish",
  status: "playing",
  pace: { kind: "none" },
  seats: [],
  deadline: null,
  created_at: 0,
  changed_at: seq,
  seq,
  round: 1,
  phase: "battle",
  waiting: [],
  since: seq,
  your_move: false,
  practice: false,
  origin: "table",
  result: null,
  said: 0,
  last: "",
  expires_at: null,
  ...fields,
});

const list = (matches: MatchLine[], yourMove = 0, next: string | null = null): MatchList => ({
  matches,
  next,
  total: matches.length,
  your_move: yourMove,
});

const news = (match: MatchLine, yourMove = 0): object => ({ type: "news", why: "changed", match, your_move: yourMove });
const hello = (yourMove = 0): object => ({ type: "home", now: 5000, your_move: yourMove });
let heard: string[];
const last = (): TestSocket => sockets.at(-1)!;
const ids = (): string[] | undefined => home.now.mine?.map(({ id }) => id);

async function answered(found: MatchList): Promise<void> {
  listings.at(-1)!.resolve(found);
  await settle();
}

beforeEach(() => {
  sockets.length = 0;
  listings = [];
  heard = [];
  waiting = list([]);
  clock = new TestClock();
  const sources = {
    server: "ws://here",
    list: () => new Promise<MatchList>((resolve, reject) => listings.push({ resolve, reject })),
    waiting: () => Promise.resolve(waiting),
    now: () => 2000,
    heard: (why: string, { id }: MatchLine) => heard.push(`${why} ${id}`),
  };
  home = new Home(sources, { Socket: TestSocket, clock, random: () => 1 });
  home.open();
  last().open();
});

describe("at home", () => {
  test("with the first message my matches are listed, and those that wait for me are counted", async () => {
    expect(last().address).toBe("ws://here/api/me/live?marks=true");
    await last().tell(hello(2));
    expect(home.now).toMatchObject({ connection: "open", yourMove: 0, mine: null, ahead: 3000 });
    await answered(list([line("a", 1, { your_move: true }), line("b", 2, { your_move: true, practice: true })], 2));
    expect(ids()).toEqual(["a", "b"]);
    expect(home.now.yourMove, "bots have time").toBe(1);
  });

  test("what waits for me comes first, the most urgent before the rest, then the newest change", async () => {
    await last().tell(hello());
    const lines = [
      line("old", 1),
      line("new", 9),
      line("long", 2, { your_move: true }),
      line("short", 3, { your_move: true }),
      line("due", 4, { your_move: true, deadline: 100 }),
    ];
    await answered(list(lines, 3));
    expect(ids()).toEqual(["due", "long", "short", "new", "old"]);
  });

  test("news replaces a line, adds one, and takes a match away that was called off", async () => {
    await last().tell(hello());
    await answered(list([line("a", 1), line("b", 2)]));
    await last().tell(news(line("a", 3, { your_move: true }), 1));
    expect(home.now.yourMove).toBe(1);
    expect(ids()).toEqual(["a", "b"]);
    await last().tell(news(line("c", 4)));
    expect(ids()).toEqual(["a", "c", "b"]);
    await last().tell(news(line("b", 5, { status: "cancelled" })));
    expect(ids()).toEqual(["a", "c"]);
  });

  test("news is told on, after it was taken in", async () => {
    await last().tell(hello());
    await last().tell(news(line("a", 3, { your_move: true }), 1));
    expect(heard).toHaveLength(1);
    expect(heard[0]).toMatch(/ a$/);
  });

  test("an older line does not replace a newer one", async () => {
    await last().tell(hello());
    await answered(list([line("a", 7, { last: "new" })]));
    await last().tell(news(line("a", 6, { last: "old" })));
    expect(home.now.mine?.[0]?.last).toBe("new");
  });

  test("news that comes while a list is on its way is newer than the list", async () => {
    await last().tell(hello());
    await last().tell(news(line("a", 5, { last: "news", your_move: true }), 1));
    await last().tell(news(line("gone", 6, { status: "cancelled" }), 1));
    await answered(list([line("a", 4, { last: "list" }), line("gone", 5), line("b", 1)], 0));
    expect(home.now.mine?.map(({ id, last }) => [id, last])).toEqual([
      ["a", "news"],
      ["b", ""],
    ]);
    expect(home.now.yourMove).toBe(1);
  });

  test("where there are more matches than a page holds, those that wait for me are asked for too", async () => {
    waiting = list([line("far", 0, { your_move: true })]);
    await last().tell(hello());
    await answered(list([line("a", 1)], 1, "cursor"));
    expect(ids()).toEqual(["far", "a"]);
  });

  test("a listing that fails says so, and what was known stays", async () => {
    await last().tell(hello());
    await answered(list([line("a", 1)]));
    const again = home.list();
    listings.at(-1)!.reject(new Error("busy"));
    await again;
    expect(home.now.failure).toEqual(new Error("busy"));
    expect(ids()).toEqual(["a"]);
  });

  test("only the newest of two listings counts", async () => {
    await last().tell(hello());
    void home.list();
    await answered(list([line("new", 1)]));
    listings[0]!.resolve(list([line("old", 1)]));
    await settle();
    expect(ids()).toEqual(["new"]);
  });
});

describe("after a drop", () => {
  test("it connects again and lists again, since nothing is repeated", async () => {
    await last().tell(hello());
    await answered(list([line("a", 1), line("b", 1)]));
    await last().drop();
    expect(home.now.connection).toBe("lost");
    await clock.pass(LONGEST);
    expect(sockets).toHaveLength(2);
    last().open();
    await last().tell(hello(1));
    expect(ids()).toEqual(["a", "b"]);
    await answered(list([line("a", 2, { your_move: true })], 1));
    expect(ids()).toEqual(["a"]);
  });

  test("whoever asks for a connection while there is one changes nothing", async () => {
    let told = 0;
    home.subscribe(() => (told += 1));
    home.open();
    expect([told, sockets.length]).toEqual([1, 1]);
    await last().drop();
    home.open();
    home.open();
    expect([home.now.connection, sockets.length]).toEqual(["connecting", 2]);
    expect(told).toBe(3);
  });

  test("whoever is not known to the server is not asked again", async () => {
    await last().drop(4401);
    await clock.pass(10 * LONGEST);
    expect(sockets).toHaveLength(1);
    expect(home.now.connection).toBe("closed");
  });

  test("nonsense ends the connection", async () => {
    await last().tell("{");
    expect(home.now.connection).toBe("lost");
    await clock.pass(LONGEST);
    last().open();
    await last().tell({ type: "unheard of" });
    expect(home.now.connection).toBe("lost");
  });

  test("a quiet server is asked whether it is there", async () => {
    await last().tell(hello());
    await clock.pass(QUIET);
    expect(last().sent).toEqual([{ type: "ping" }]);
  });

  test("nothing happens once it is closed", async () => {
    await last().tell(hello());
    home.close();
    await answered(list([line("a", 1)]));
    await clock.pass(10 * LONGEST);
    expect(home.now).toMatchObject({ connection: "closed", mine: null });
    expect(sockets).toHaveLength(1);
  });
});
