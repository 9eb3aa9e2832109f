import { describe, expect, test } from "vitest";

import type { Of } from "../../../src/api";
import { cardIn, doable, ghosts, locate, scene, standings, type Scene } from "../../../src/boards/skirmish/adapter";
import { finale } from "../../../src/boards/kit/stages";
import { beats } from "../../../src/boards/skirmish/beats";
import { EVENTS, table, turn } from "./turns";

const QUIET = { beats: [], last: null, entries: [] };

function where(shown: Scene): Record<string, unknown> {
  return Object.fromEntries(shown.planets.map(({ planet, where: place }) => [planet.id, place]));
}

describe("the table", () => {
  test("planets lie in the pot, before whoever claimed them, or in the deck", () => {
    const shown = scene({ ...QUIET, table: table() });
    expect(where(shown)).toEqual({ A: "stake", B: 1, C: "deck", D: "deck" });
    expect(shown.toCome.map(({ id }) => id)).toEqual(["C", "D"]);
    expect(shown.seats[0]?.claimed[0]).toMatchObject({ points: 4, place: 0, among: 1 });
  });

  test("without the planets of the deck there is still a table", () => {
    expect(scene({ ...QUIET, table: table({ setup: null }) }).planets).toEqual([]);
  });

  test("a fleet is the ships left and those that were seen to be played, the weakest first", () => {
    const shown = scene({ ...QUIET, table: table(), entries: [turn(EVENTS.revealed)] });
    expect(shown.seats[0]?.ships).toEqual([
      { card: 1, isHeld: true },
      { card: 3, isHeld: false },
      { card: 5, isHeld: true },
    ]);
    expect(shown.seats[1]?.left).toBe(2);
  });

  test("a card that was given lies there face down", () => {
    const shown = scene({ ...QUIET, table: table({}, [2]) });
    expect(shown.seats.map(({ isReady, card }) => [isReady, card])).toEqual([
      [false, null],
      [true, null],
    ]);
  });

  test("the cards of the last battle stay, with what became of them", () => {
    const won = scene({ ...QUIET, table: table(), last: turn(EVENTS.revealed, EVENTS.won) });
    expect(won.seats.map(({ card }) => card)).toEqual([
      { value: 3, fate: "lost" },
      { value: 5, fate: "won" },
    ]);
    const tied = scene({ ...QUIET, table: table(), last: turn(EVENTS.revealed, EVENTS.tied) });
    expect(tied.seats.map(({ card }) => card?.fate)).toEqual(["tied", "tied"]);
  });
});

describe("a reveal", () => {
  const played = turn(EVENTS.revealed, { ...EVENTS.won, planets: ["A"] }, EVENTS.awarded);
  const stage = (wanted: number): Scene =>
    scene({ ...QUIET, table: table({}, [1, 2]), beats: beats(played).filter((beat) => beat.stage === wanted) });

  test("turns the cards before anything moves", () => {
    const shown = stage(0);
    expect(shown.duel).toBe("turned");
    expect(shown.seats.map(({ card, isReady }) => [card?.value, isReady])).toEqual([
      [3, false],
      [5, false],
    ]);
    expect(where(shown)).toEqual({ A: "stake", B: 1, C: "deck", D: "deck" });
  });

  test("then shows who won, while everything still lies where it was", () => {
    expect(stage(1).duel).toBe("settled");
    expect(stage(1).seats.map(({ card }) => card?.fate)).toEqual(["lost", "won"]);
    expect(where(stage(1))).toEqual({ A: "stake", B: 1, C: "deck", D: "deck" });
  });

  test("then moves what was won, then what came without a battle, worth what it is worth there", () => {
    expect([stage(2).duel, stage(3).duel]).toEqual(["over", "over"]);
    expect(where(stage(2))).toEqual({ A: 2, B: 1, C: "deck", D: "deck" });
    expect(where(stage(3))).toEqual({ A: 2, B: 1, C: 2, D: "deck" });
    expect(stage(3).planets.find(({ planet }) => planet.id === "C")).toMatchObject({
      points: 6,
      place: 1,
      isNew: true,
    });
  });

  test("adds a planet to the pot after a tie", () => {
    const tied = finale(beats(turn(EVENTS.revealed, EVENTS.tied)));
    const shown = scene({ ...QUIET, table: table(), beats: tied });
    expect(shown.stake.map(({ planet }) => planet.id)).toEqual(["A", "C"]);
    expect(shown.toCome.map(({ id }) => id)).toEqual(["D"]);
    expect(shown.duel).toBe("over");
  });

  test("keeps the cards of a tie on the table where no planet is left to join the pot", () => {
    const tied = finale(beats(turn(EVENTS.revealed, { ...EVENTS.tied, added: null })));
    expect(scene({ ...QUIET, table: table(), beats: tied }).duel).toBe("settled");
  });

  test("draws a planet once, even over a table that has it already", () => {
    const shown = scene({
      ...QUIET,
      table: table({ stake: ["C"], undealt: ["D"], claimed_planets: [[], [{ id: "A", victory_points: 1 }]] }),
      beats: finale(beats(turn(EVENTS.revealed, { ...EVENTS.won, planets: ["A"] }))),
    });
    expect(shown.planets.filter(({ planet }) => planet.id === "A")).toHaveLength(1);
  });
});

describe("orders", () => {
  const preview: Of<"skirmish", "Preview"> = {
    violations: [],
    stake_victory_points: 1,
    hand_after: [1],
    beaten_by: [0, 3],
    tied_by: [0, 1],
  };

  test("what may be played is what the server offers", () => {
    const slots = [{ kind: "choice" as const, path: ["card"], values: [1, 5], label: "Card", labels: [] }];
    expect(doable({ templates: [{ order: { card: 1 }, label: "Play a card", slots }] })).toEqual({
      path: ["card"],
      cards: new Set([1, 5]),
    });
    expect(doable({ templates: [] })).toBeNull();
  });

  test("threats are the server's", () => {
    expect(ghosts({ card: 5 }, preview)).toEqual({
      card: 5,
      threats: [
        { beats: 0, ties: 0 },
        { beats: 3, ties: 1 },
      ],
    });
    expect(ghosts({ card: 5 }, null)).toBeNull();
    expect(ghosts(null, preview)).toBeNull();
  });

  test("a violation is about the card", () => {
    expect(locate(["card"], { card: 9 })).toBe("card:9");
    expect(locate([], null)).toBeNull();
    expect(cardIn({ card: "nine" })).toBeNull();
  });
});

test("standings are victory points", () => {
  expect(standings(table().view)).toEqual([
    { text: "4 VP", share: null },
    { text: "0 VP", share: null },
  ]);
});
