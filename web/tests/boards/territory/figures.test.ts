import { expect, test } from "vitest";

import type { Table } from "../../../src/api";
import { figures } from "../../../src/boards/territory/figures";
import { EVENTS, turn, view } from "./maps";

const entries = [
  turn(1, { ...EVENTS.fought, winner: 1 }, { ...EVENTS.counted, units: [9, 4, 0] }),
  turn(2, { ...EVENTS.fought, winner: 2 }, { ...EVENTS.counted, units: [7, 12, 0] }),
];
const table = { view: view({ squares: [3, 5, 0] }) } as unknown as Table;

test("a player remembers squares, the largest army and fights won", () => {
  expect(figures({ table, entries, you: 1 })).toEqual([
    { value: "3", label: "squares at the end" },
    { value: "9", label: "most units at once" },
    { value: "1 of 2", label: "fights won" },
  ]);
});

test("who watched sees the best of everybody", () => {
  expect(figures({ table, entries, you: null }).map(({ value }) => value)).toEqual(["5", "12", "2"]);
});

test("who met nobody won no fight", () => {
  expect(figures({ table, entries, you: 3 })[2]?.value).toBe("0 of 0");
});
