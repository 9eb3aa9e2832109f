import { expect, test } from "vitest";

import type { Table } from "../../../src/api";
import { figures } from "../../../src/boards/orbit/figures";
import { EVENTS, ship, turn } from "./ships";

const { fired, hit, heated, scorched } = EVENTS;
const entries = [turn(fired, hit, hit, heated), turn({ ...fired, seat: 2 }, hit, { ...scorched, seat: 2 })];
const table = { view: { ships: [ship({ hull: 4 }), ship({ hull: 7 }), null] } } as unknown as Table;

test("a player remembers what is left of the hull, own hits, and own heat", () => {
  expect(figures({ table, entries, you: 1 })).toEqual([
    { value: "4", label: "hull left" },
    { value: "2", label: "hits landed" },
    { value: "3", label: "heat in the hottest moment" },
  ]);
  expect(figures({ table, entries, you: 3 }).map(({ value }) => value)).toEqual(["0", "0", "0"]);
});

test("who watched sees the whole match", () => {
  expect(figures({ table, entries, you: null }).map(({ value }) => value)).toEqual(["7", "3", "8"]);
});

test("heat that shields took in is known once it is vented, or still there in the end", () => {
  const vented = { ...EVENTS.vented, seat: 1, amount: 3, heat: 2 };
  const hottest = (...given: Parameters<typeof turn>): string | undefined =>
    figures({ table, entries: [turn(...given)], you: 1 })[2]?.value;
  expect(hottest(hit, vented)).toBe("5");
  const hot = { view: { ships: [ship({ heat: 6 })] } } as unknown as Table;
  expect(figures({ table: hot, entries: [], you: 1 })[2]?.value).toBe("6");
});
