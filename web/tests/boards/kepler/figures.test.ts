import { expect, test } from "vitest";

import type { Of, Table } from "../../../src/api";
import { figures } from "../../../src/boards/kepler/figures";
import { turnOf, viewOf } from "./examples";

const RULE = { rule: "KH-7", seen_by: null };
const conflict = (seats: number[], removed: string[]): Of<"kepler", "Event"> => ({
  kind: "conflict",
  region: "d",
  seats,
  removed,
  ...RULE,
});
const entries = [turnOf([conflict([1, 2], ["1a", "2a", "2b"])]), turnOf([conflict([2, 3], ["2c", "3a"])])];
const table = { view: { ...viewOf(), scores: [3, 5] } } as unknown as Table;

test("a player remembers regions, and what conflicts cost on both sides", () => {
  expect(figures({ table, entries, you: 1 })).toEqual([
    { value: "3", label: "regions at the end" },
    { value: "2", label: "fleets destroyed" },
    { value: "1", label: "fleets lost" },
  ]);
});

test("who watched sees what everybody lost", () => {
  expect(figures({ table, entries, you: null }).map(({ value }) => value)).toEqual(["5", "2", "5"]);
});
