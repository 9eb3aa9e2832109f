import { describe, expect, test } from "vitest";

import { applied, armiesOf, type Armies } from "../../../src/boards/risky_stars/armies";
import type { Event } from "../../../src/boards/risky_stars/adapter";
import { ARDEN, BOREA, BRINE, EVENTS, view } from "./maps";

function after(...events: Event[]): Armies {
  return events.reduce(applied, armiesOf(view()));
}

test("possessors, guests and attackers are told apart, each player once", () => {
  const army = (owner: number, units: number) => ({ owner, units, origin: 0 });
  const places = view().places.with(2, {
    possessor: 2,
    units: 3,
    guests: [army(3, 1)],
    reinforcements: [army(2, 2), army(3, 4)],
    attackers: [army(1, 2), army(1, 5)],
  });
  expect(armiesOf(view({ places })).get(BRINE)).toEqual({
    seat: 2,
    units: 5,
    guests: [{ seat: 3, units: 5 }],
    attackers: [{ seat: 1, units: 7 }],
  });
});

describe("events", () => {
  test("add units that are bought", () => {
    expect(after({ ...EVENTS.bought, units: { [ARDEN]: 3 } }).get(ARDEN)?.units).toBe(6);
  });

  test("move units to friends, or to a place that is free", () => {
    const merged = after({ ...EVENTS.moved, target: BOREA, arrival: "merged" });
    expect([merged.get(ARDEN)?.units, merged.get(BOREA)?.units]).toEqual([1, 5]);
    const taken = after(
      { ...EVENTS.moved, target: "Vega/Mouth-1", arrival: "possession" },
      { ...EVENTS.taken, place: "Vega/Mouth-1", of: null },
    );
    expect(taken.get("Vega/Mouth-1")).toMatchObject({ seat: 1, units: 2 });
  });

  test("bring guests", () => {
    expect(after({ ...EVENTS.moved, arrival: "guest" }).get(BRINE)?.guests).toEqual([{ seat: 1, units: 2 }]);
  });

  test("let units stay that come back at once", () => {
    expect(after({ ...EVENTS.moved, arrival: "returned" }).get(ARDEN)?.units).toBe(3);
  });

  test("are fought", () => {
    const fought = after(EVENTS.moved, EVENTS.fought).get(BRINE);
    expect(fought).toMatchObject({ seat: 2, units: 2, attackers: [{ seat: 1, units: 1 }] });
    expect(after(EVENTS.moved, EVENTS.fought, EVENTS.taken).get(BRINE)).toEqual({
      seat: 1,
      units: 1,
      guests: [],
      attackers: [],
    });
    expect(after(EVENTS.moved, EVENTS.fought, EVENTS.held).get(BRINE)?.attackers).toEqual([]);
  });

  test("lead armies back", () => {
    const back = after(EVENTS.moved, EVENTS.fought, EVENTS.retreated);
    expect(back.get(BRINE)?.attackers).toEqual([]);
    expect(back.get(ARDEN)?.units).toBe(2);
  });

  test.each(["produced", "turn_began", "upgraded", "ended"] as const)("change nothing here: %s", (kind) => {
    expect(after(EVENTS[kind])).toEqual(armiesOf(view()));
  });
});
