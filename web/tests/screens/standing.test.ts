import { expect, test } from "vitest";

import type { MatchLine, SeatInfo } from "../../src/api";
import { standing, timing, titled } from "../../src/screens/home/standing";

const seat = (number: number, kind: string, bot: string | null = null): SeatInfo => ({
  seat: number,
  kind,
  name: "",
  bot,
  you: false,
  program: false,
});
const line = (fields: Partial<MatchLine>): MatchLine => ({
  id: "m",
  game: "toy",
  status: "playing",
  pace: { kind: "none" },
  seats: [],
  deadline: null,
  created_at: 0,
  changed_at: 0,
  seq: 1,
  round: 1,
  phase: "turn",
  waiting: [],
  since: null,
  your_move: false,
  practice: false,
  origin: "table",
  result: null,
  said: 0,
  last: "",
  expires_at: null,
  ...fields,
});
const NAMES = ["Ada", "Bob", "Cleo", "Dan"];

test("an open table says whom it waits for", () => {
  const open = (...kinds: string[]): string =>
    standing(
      line({
        status: "open",
        seats: kinds.map((kind, index) => seat(index + 1, kind, kind === "bot" ? "medium" : null)),
      }),
      NAMES,
    );
  expect(open("person", "open", "invite")).toBe("1 free seat of 3");
  expect(open("person", "invite", "kept")).toBe("Waiting for 2 players");
  expect(open("person", "bot", "local")).toBe("Ready to start");
});

test("a match in play says whose move it is", () => {
  expect(standing(line({ your_move: true, waiting: [1, 2] }), NAMES)).toBe("Your move");
  expect(standing(line({ waiting: [2, 3] }), NAMES)).toBe("Waiting for Bob and Cleo");
  expect(standing(line({ waiting: [9] }), NAMES)).toBe("Waiting for seat 9");
  expect(standing(line({ waiting: [1, 2, 3, 4] }), NAMES)).toBe("Waiting for 4 players");
  expect(standing(line({}), NAMES)).toBe("In progress");
});

test("what is done is done", () => {
  expect(standing(line({ status: "over" }), NAMES)).toBe("Over");
  expect(standing(line({ status: "cancelled" }), NAMES)).toBe("Cancelled");
});

test("a deadline counts while the match is played, and then when it changed last", () => {
  expect(timing(line({ deadline: 7_200_000 }), 0)).toBe("Due in 2 hours");
  expect(timing(line({ status: "over", deadline: 7_200_000, changed_at: 0 }), 300_000)).toBe("5 minutes ago");
  expect(timing(line({ since: 240_000 }), 300_000)).toBe("1 minute ago");
});

test("a match that is over says how it ended for me", () => {
  const over = (result: MatchLine["result"]): string => standing(line({ status: "over", result }), NAMES);
  expect([over("won"), over("lost"), over("drawn"), over(null)]).toEqual(["You won", "You lost", "Draw", "Over"]);
});

test("a match against bots is named after them", () => {
  const seats = (count: number): SeatInfo[] => [
    { ...seat(1, "person"), you: true },
    ...Array.from({ length: count }, (_, index) => seat(index + 2, "bot", "easy")),
  ];
  expect(titled("Territory", line({ seats: seats(2) }), NAMES)).toBe("Territory against Bob and Cleo");
  expect(titled("Territory", line({ seats: seats(4) }), [...NAMES, "Eve"])).toBe("Territory against 4 bots");
});
