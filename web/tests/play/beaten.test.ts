import { expect, test } from "vitest";

import type { BotListed, GameInfo, MatchInfo, Outcome } from "../../src/api";
import { beatenIn } from "../../src/play/beaten";
import { remember } from "../../src/play/winning";
import type { Drawer } from "../../src/play/keeping";

const bots = ["random", "easy", "medium", "hard"].map((name, index): BotListed => ({
  name,
  title: name,
  strength: index + 1,
  about: "",
}));
const game = { slug: "kepler", bots } as unknown as GameInfo;
const seat = (kind: string, you: boolean, bot: string | null = null) => ({ kind, you, bot });
const match = (...seats: { kind: string }[]): MatchInfo =>
  ({
    yours: [1],
    seats,
    practice: seats.filter(({ kind }) => kind !== "bot").length === 1,
  }) as unknown as MatchInfo;
const outcome = (...winners: number[]): Outcome => ({ winners, ranking: [], scores: [], reason: "" });

function emptyDrawer(): Drawer {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

test("whoever beats a bot has beaten the weaker ones, in this game only", () => {
  const drawer = emptyDrawer();
  remember(drawer, match(seat("person", true), seat("bot", false, "medium")), game, outcome(1));
  expect([...beatenIn(drawer, "kepler")]).toEqual(["random", "easy", "medium"]);
  expect(beatenIn(drawer, "orbit").size).toBe(0);
});

test.each([
  ["lost", match(seat("person", true), seat("bot", false, "easy")), outcome(2)],
  ["shared", match(seat("person", true), seat("bot", false, "easy")), outcome(1, 2)],
  ["against people", match(seat("person", true), seat("person", false)), outcome(1)],
])("a match that was %s counts for nothing", (_, played, ended) => {
  const drawer = emptyDrawer();
  remember(drawer, played, game, ended);
  expect(beatenIn(drawer, "kepler").size).toBe(0);
});

test("what somebody else wrote, or a browser that keeps nothing, does no harm", () => {
  const drawer = emptyDrawer();
  for (const nonsense of ["", "[1]", '{"kepler": 3}', "null", "{"]) {
    drawer.setItem("armillary.beaten", nonsense);
    expect(beatenIn(drawer, "kepler").size).toBe(0);
  }
  const closed: Drawer = { ...drawer, getItem: () => fail(), setItem: () => fail() };
  remember(closed, match(seat("person", true), seat("bot", false, "easy")), game, outcome(1));
  expect(beatenIn(closed, "kepler").size).toBe(0);
});

function fail(): never {
  throw new Error("closed");
}
