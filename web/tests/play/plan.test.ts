import { describe, expect, test } from "vitest";

import type { GameInfo, SeatPlan } from "../../src/api";
import { asNewMatch, filled, offered, recommended, resized, seated, seatOf, TERMS } from "../../src/play/plan";

const GAME: GameInfo = {
  slug: "toy",
  title: "Toy",
  summary: "",
  version: 1,
  seats: [2, 4],
  minutes: [1, 2],
  hidden: false,
  simultaneous: false,
  turn: "plan",
  talk: "public",
  presets: [],
  bots: [{ name: "medium", title: "Medium", strength: 3, about: "" }],
  notation: "",
};
const BOT: SeatPlan = { kind: "bot", level: "medium" };

describe("seats", () => {
  test("are filled with me and others of a kind", () => {
    expect(filled(3, "bot", GAME)).toEqual([{ kind: "me" }, BOT, BOT]);
    expect(filled(2, "local", GAME)).toEqual([{ kind: "me" }, { kind: "local", name: "Player 2" }]);
    expect(seatOf("bot", 1, { ...GAME, bots: [] })).toEqual({ kind: "bot", level: null });
  });

  test("more of them are like the last one, but there is only one of me", () => {
    expect(resized([{ kind: "me" }, { kind: "open" }], 4, GAME).map(({ kind }) => kind)).toEqual([
      "me",
      "open",
      "open",
      "open",
    ]);
    expect(resized([BOT, { kind: "me" }], 3, GAME)).toEqual([BOT, { kind: "me" }, BOT]);
    expect(resized([{ kind: "me" }, BOT, BOT], 2, GAME)).toEqual([{ kind: "me" }, BOT]);
  });

  test("where I take another seat, whoever was there gets mine", () => {
    expect(seated([{ kind: "me" }, BOT, { kind: "open" }], 1, { kind: "me" })).toEqual([
      BOT,
      { kind: "me" },
      { kind: "open" },
    ]);
    expect(seated([{ kind: "me" }, BOT], 1, { kind: "open" })).toEqual([{ kind: "me" }, { kind: "open" }]);
  });
});

describe("presets", () => {
  const presets = ["standard", "fair", "lesson"].map((name) => ({ name, about: "" }));
  const game: GameInfo = { ...GAME, presets };

  test("where strangers meet, the fair one comes first", () => {
    expect(recommended(game, filled(3, "open", game))).toBe("fair");
    expect(recommended(game, [{ kind: "me" }, BOT, { kind: "open" }])).toBe("fair");
    expect(offered(game, "fair").map(({ name }) => name)).toEqual(["fair", "standard", "lesson"]);
  });

  test("among bots, friends and at one device it is the standard one", () => {
    for (const others of ["bot", "invite", "local"] as const) {
      expect(recommended(game, filled(3, others, game))).toBe("standard");
    }
    expect(offered(game, "standard")).toEqual(presets);
  });

  test("a game without a fair one is played as it is", () => {
    expect(recommended(GAME, filled(3, "open", GAME))).toBe("standard");
  });
});

test("a match is made of a preset or of settings, never of both", () => {
  const seats = filled(2, "open", GAME);
  expect(asNewMatch({ ...TERMS, seats, preset: "quick", config: { a: 1 } })).toEqual({
    ...TERMS,
    seats,
    preset: "quick",
  });
  expect(asNewMatch({ ...TERMS, seats, preset: null, config: { a: 1 } })).toEqual({
    ...TERMS,
    seats,
    config: { a: 1 },
  });
});
