import { expect, test } from "vitest";

import { hullOf, lookOf } from "../../../src/boards/skirmish/looks";
import type { Scene } from "../../../src/boards/skirmish/adapter";
import {
  abilitiesOf,
  detailWords,
  nameOf,
  planetWords,
  seatWords,
  short,
  threatWords,
} from "../../../src/boards/skirmish/words";

test("planets are called by their names, and never by their ids", () => {
  expect(nameOf({ id: "P1", victory_points: 1, name: "Star Gate" })).toBe("Star Gate");
  expect(nameOf({ id: "P1", victory_points: 1, name: "" })).toBe("Planet");
});

test("a planet says what it does", () => {
  const gate = { type: "double_next_planet_no_combat" as const, params: { multiplier: 2 } };
  const guild = { type: "class_set_bonus" as const, params: { class: "mining_colony" as const, size: 2, bonus: 3 } };
  const planet = { id: "x", victory_points: 1, class: "station" as const, abilities: [gate, guild] };
  expect(planetWords({ planet, points: 2 })).toBe(
    "Planet, 2 VP, station, Brings the next planet at 2 times its VP, 3 VP for every 2 of class mining colony",
  );
  const plain = { type: "double_next_planet_no_combat" as const };
  expect(abilitiesOf({ ...planet, abilities: [plain] })).toEqual(["Brings the next planet"]);
});

test("what is selected is told to the last planet", () => {
  const planet = { id: "P1", victory_points: 1 };
  const spot = { thing: "planet:P1", planet, points: 2, where: 1, place: 0, among: 1, isNew: false };
  const seated = { seat: 1, score: 2, left: 1, claimed: [spot], card: null, isReady: false };
  const shown: Scene = {
    duel: null,
    planets: [],
    stake: [{ ...spot, thing: "planet:P2", planet: { id: "P2", victory_points: 3 }, points: 3, where: "stake" }],
    toCome: [],
    seats: [
      {
        ...seated,
        ships: [
          { card: 4, isHeld: true },
          { card: 5, isHeld: false },
        ],
      },
    ],
  };
  expect(detailWords(shown, "seat:1")).toBe("Ships left: 4. Planets: Planet, 2 VP.");
  expect(detailWords(shown, "deck")).toBe("Still to come: none.");
  expect(detailWords({ ...shown, toCome: [planet] }, "deck")).toBe("Still to come: Planet, 1 VP.");
  expect(detailWords(shown, "planet:P2")).toBe("Planet, 3 VP");
});

test("a seat says what it has and what became of its card", () => {
  const seated = { seat: 2, score: 7, ships: [], left: 1, claimed: [] };
  expect(seatWords({ ...seated, card: { value: 9, fate: "won" }, isReady: true }, "Ada")).toBe(
    "Ada, 7 VP, 1 ship left, 9 won, has chosen a card",
  );
});

test("threats are counted", () => {
  expect(threatWords({ beats: 3, ties: 1 })).toBe("3 beat it, 1 ties");
  expect(threatWords({ beats: 1, ties: 0 })).toBe("1 beats it");
  expect(threatWords({ beats: 0, ties: 2 })).toBe("2 tie");
  expect(threatWords({ beats: 0, ties: 0 })).toBe("none beats it");
});

test("numbers fit on a card", () => {
  expect([short(15), short(-5), short(1_000_000_000_000)]).toEqual(["15", "−5", "1T"]);
});

test("a planet looks like its class; others have looks of their own", () => {
  expect(lookOf({ id: "P1", class: "station" })).toBe("station");
  const looks = Array.from({ length: 15 }, (_, index) => lookOf({ id: `P${index + 1}` }));
  expect(new Set(looks).size).toBe(5);
});

test("stronger ships look stronger", () => {
  const fleet = Array.from({ length: 15 }, (_, index) => index + 1);
  expect([1, 5, 9, 15].map((card) => hullOf(card, fleet))).toEqual([0, 1, 2, 3]);
  expect(hullOf(7, [7])).toBe(0);
});
