import { expect, test } from "vitest";

import type { BotListed, GameInfo, MatchLine } from "../../src/api";
import { forAnybody, waitsForAnybody } from "../../src/play/pairing";
import { againstBots, beginnersBot, nextBot } from "../../src/play/quick";

const bot = (name: string, strength: number): BotListed => ({ name, title: name, strength, about: "" });
const game = (bots: BotListed[], seats: [number, number] = [2, 8]): GameInfo => ({
  slug: "toy",
  title: "Toy",
  summary: "",
  version: 1,
  seats,
  minutes: [1, 2],
  hidden: false,
  simultaneous: false,
  turn: "plan",
  talk: "public",
  presets: [],
  bots,
  notation: "",
});

test("beginners meet the weakest bot that plays to win", () => {
  expect(beginnersBot([bot("master", 5), bot("random", 1), bot("easy", 2), bot("medium", 3)])?.name).toBe("easy");
  expect(beginnersBot([bot("random", 1)])?.name).toBe("random");
  expect(beginnersBot([])).toBeNull();
});

test("one click makes a match with as few seats as there can be", () => {
  expect(againstBots(game([bot("medium", 3)], [3, 20]), "lesson")).toEqual({
    seats: [{ kind: "me" }, { kind: "bot", level: "medium" }, { kind: "bot", level: "medium" }],
    preset: "lesson",
  });
  expect(againstBots(game([]), "standard")).toBeNull();
});

test("the next opponent is the weakest that was not beaten, and the strongest at the end", () => {
  const bots = [bot("random", 1), bot("hard", 4), bot("easy", 2), bot("perfect", 5), bot("medium", 3)];
  const next = (...beaten: string[]) => nextBot(bots, new Set(beaten))?.name;
  expect(next()).toBe("easy");
  expect(next("random", "easy")).toBe("medium");
  expect(next("random", "easy", "medium", "hard")).toBe("hard");
  expect(nextBot([], new Set())).toBeNull();
});

const line = (...seats: [kind: string, you: boolean][]): MatchLine =>
  ({
    status: "open",
    pace: { kind: "none" },
    seats: seats.map(([kind, you]) => ({ kind, you })),
  }) as unknown as MatchLine;

test("a place in the queue is a table for as few people as the game allows", () => {
  const two = game([], [2, 8]);
  expect(forAnybody(two)).toEqual({ seats: [{ kind: "me" }, { kind: "open" }], preset: "standard" });
  expect(waitsForAnybody(line(["person", false], ["open", false]), two)).toBe(true);
  expect(waitsForAnybody(line(["person", false], ["open", false], ["open", false]), two)).toBe(false);
  expect(waitsForAnybody(line(["bot", false], ["open", false]), two)).toBe(false);
  expect(waitsForAnybody({ ...line(["person", false], ["open", false]), status: "playing" }, two)).toBe(false);
});
