import { describe, expect, test } from "vitest";

import type { SeatInfo } from "../../src/api";
import { spectatorsTold } from "../../src/play/terms";
import {
  ago,
  counted,
  expiryTold,
  lengthAndSeats,
  paceTold,
  playerName,
  ranged,
  reason,
  seatNames,
  within,
  worded,
} from "../../src/play/words";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const seat = (number: number, name: string, bot: string | null = null): SeatInfo => ({
  seat: number,
  kind: bot === null ? "person" : "bot",
  name,
  bot,
  you: false,
  program: false,
});

describe("words", () => {
  test("times are told in their largest unit", () => {
    expect([0, MINUTE, 5 * MINUTE, HOUR, 47 * HOUR, 3 * DAY].map((past) => ago(0, past))).toEqual([
      "just now",
      "1 minute ago",
      "5 minutes ago",
      "1 hour ago",
      "47 hours ago",
      "3 days ago",
    ]);
    expect([-DAY, 0, 2 * MINUTE, 24 * HOUR, 5 * DAY].map((left) => within(left, 0))).toEqual([
      "in less than a minute",
      "in less than a minute",
      "in 2 minutes",
      "in 24 hours",
      "in 5 days",
    ]);
  });

  test("a clock of ours that runs ahead of the server's makes no sense of its own", () => {
    expect(ago(1000, 0)).toBe("just now");
  });

  test("when a match ends by itself", () => {
    expect(expiryTold({ status: "open", expires_at: 5 * DAY }, 0)).toBe("Cancelled in 5 days unless it starts");
    expect(expiryTold({ status: "over", expires_at: 5 * DAY }, 0)).toBe("Deleted in 5 days");
    expect(expiryTold({ status: "over", expires_at: null }, 0)).toBeNull();
    expect(expiryTold({ status: "playing", expires_at: DAY }, 0)).toBe("Ends in 24 hours unless you play on");
    expect(expiryTold({ status: "playing", expires_at: 5 * DAY }, 0), "there is time").toBeNull();
  });

  test("paces", () => {
    expect(paceTold({ kind: "none" })).toBe("No clock");
    expect(paceTold({ kind: "live", seconds: 45 })).toBe("Live, 45 seconds per phase");
    expect(paceTold({ kind: "live", seconds: 120 })).toBe("Live, 2 minutes per phase");
    expect(paceTold({ kind: "correspondence", hours: 24 })).toBe("Correspondence, 24 hours per round");
    expect(paceTold({ kind: "correspondence", hours: 72 })).toBe("Correspondence, 3 days per round");
    expect(paceTold({ kind: "correspondence" })).toBe("Correspondence");
  });

  test("who may watch", () => {
    expect(spectatorsTold({ policy: "none" })).toBe("No spectators");
    expect(spectatorsTold({ policy: "delayed", steps: 1 })).toBe("Anyone can watch, 1 step behind");
    expect(spectatorsTold({ policy: "public", steps: 0 })).toBe("Anyone can watch");
  });

  test("numbers of things", () => {
    expect(counted(1, "player")).toBe("1 player");
    expect(ranged([2, 2], "player")).toBe("2 players");
    expect(lengthAndSeats({ seats: [2, 8], minutes: [5, 15] })).toBe("2–8 players · 5–15 minutes");
  });

  test("code words are written as people write them", () => {
    expect(worded("space_faring_world")).toBe("Space faring world");
    expect(worded("")).toBe("");
  });

  test("people have names, bots their titles, and numbers where there are several of a kind", () => {
    const bots = [{ name: "medium", title: "Medium", strength: 3, about: "" }];
    const two = [seat(1, "Ada"), seat(2, "Medium", "medium"), seat(3, "Medium", "medium")];
    expect(seatNames(two, "toy", bots)).toEqual(["Ada", "Medium bot 2", "Medium bot 3"]);
    expect(seatNames(two.slice(0, 2), "toy", bots)).toEqual(["Ada", "Medium bot"]);
    expect(seatNames([seat(1, "Old", "gone")], "toy", bots)).toEqual(["Gone bot"]);
    expect(seatNames(two.slice(0, 2), "skirmish", bots)).toEqual(["Ada", "Captain Vey"]);
    expect(seatNames(two, "skirmish", bots)).toEqual(["Ada", "Captain Vey 2", "Captain Vey 3"]);
    const recorded = ["bot:medium", "Ada"].map((name, index) => ({ ...seat(index + 1, name), kind: "recorded" }));
    expect(seatNames(recorded, "kepler", bots)).toEqual(["Warden Ilse", "Ada"]);
  });

  test("whatever was thrown has a reason", () => {
    expect(reason(new Error("It failed."))).toBe("It failed.");
    expect(reason("odd")).toBe("odd");
  });
});

test("a bot that a history names by its level is called as it is at the table", () => {
  const bots = [
    { name: "hard", title: "Hard" },
    { name: "mcts", title: "Searching" },
  ] as never;
  expect(["bot:hard", "bot:mcts", "Ada"].map((player) => playerName(player, "territory", bots))).toEqual([
    "Empress Nyx",
    "Searching bot",
    "Ada",
  ]);
});
