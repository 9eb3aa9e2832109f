import { expect, test } from "vitest";

import type { BotListed, GameInfo } from "../../src/api";
import { againstBots, beginnersBot } from "../../src/play/quick";

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
