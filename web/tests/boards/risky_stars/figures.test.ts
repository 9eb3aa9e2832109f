import { expect, test } from "vitest";

import type { Table } from "../../../src/api";
import { figures } from "../../../src/boards/risky_stars/figures";
import { EVENTS, turn, view } from "./maps";

const { fought, taken, held } = EVENTS;
const entries = [
  turn(1, null, { ...fought, attack_lost: { 1: 2 }, defence_lost: { 2: 5 } }, taken),
  turn(2, null, { ...fought, attackers: [2], defender: 1, attack_lost: { 2: 4 }, defence_lost: { 1: 1 } }),
  turn(3, null, { ...held, possessor: 1 }, { ...taken, of: null }, { ...taken, by: 2, of: 1 }),
];
const table = { view: view() } as unknown as Table;

test("a player remembers regions, what battles cost on both sides, and those won", () => {
  expect(figures({ table, entries, you: 1 })).toEqual([
    { value: "2", label: "regions at the end" },
    { value: "9 to 3", label: "units destroyed and lost" },
    { value: "2", label: "battles won" },
  ]);
});

test("who watched sees what everybody lost", () => {
  expect(figures({ table, entries, you: null }).map(({ value }) => value)).toEqual(["3", "3", "12"]);
});
