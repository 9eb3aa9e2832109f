import { describe, expect, test } from "vitest";

import type { Json } from "../../../src/api";
import {
  buying,
  concerns,
  END,
  marching,
  mostAt,
  planOf,
  spreading,
  submit,
  unused,
  type Plan,
} from "../../../src/boards/risky_stars/plan";
import { ARDEN, BOREA, BRINE, options, shopping } from "./maps";

function plan(draft: unknown = END, offered = options()): Plan {
  const found = planOf(draft as Json, offered);
  if (found === null) throw new Error("no plan");
  return found;
}

test("there is none before the server has answered", () => {
  expect(planOf(null, options())).toBeNull();
  expect(planOf({ kind: "end" }, { templates: [] })).toBeNull();
});

test("everything that is offered is found", () => {
  const found = plan();
  expect(found).toMatchObject({ most: 16, canLeave: true, recalls: [{ rank: 2, body: "Vega/Aurum" }] });
  expect([...found.shops]).toEqual([ARDEN, BOREA]);
  expect([...found.upgrades]).toEqual(["Vega/Aurum"]);
  expect(found.posts.get(1)).toEqual(["Vega/Aurum"]);
  expect([...found.talks.propose]).toEqual([2, 3]);
  expect([...found.talks.accept]).toEqual([3]);
  expect(found.talks.decline.size).toBe(0);
});

describe("buying", () => {
  test("takes what is left for the first place, then shares evenly", () => {
    expect(spreading(plan(), ARDEN)).toEqual({ kind: "buy", units: { [ARDEN]: 16 } });
    const all = plan({ kind: "buy", units: { [ARDEN]: 16 } }, shopping({ [ARDEN]: 16 }));
    expect(spreading(all, BOREA)).toEqual({ kind: "buy", units: { [ARDEN]: 8, [BOREA]: 8 } });
    const some = plan({ kind: "buy", units: { [ARDEN]: 10 } }, shopping({ [ARDEN]: 10 }));
    expect(spreading(some, BOREA)).toEqual({ kind: "buy", units: { [ARDEN]: 10, [BOREA]: 6 } });
  });

  test("never buys nothing for a place, however few units there are", () => {
    const offered = {
      templates: [
        {
          order: { kind: "buy", units: { [ARDEN]: 1 } },
          label: "",
          slots: [{ kind: "range" as const, path: ["units", ARDEN], low: 1, high: 1, label: "" }],
        },
      ],
    };
    const one = plan({ kind: "buy", units: { [ARDEN]: 1 } }, offered);
    expect(spreading(one, BOREA)).toEqual({ kind: "buy", units: { [ARDEN]: 1 } });
  });

  test("knows what is left before the server has answered", () => {
    const changed = plan({ kind: "buy", units: { [ARDEN]: 10, [BOREA]: 2 } }, shopping({ [ARDEN]: 10 }));
    expect([mostAt(changed, ARDEN), mostAt(changed, BOREA), mostAt(changed, BRINE)]).toEqual([14, 6, 0]);
  });

  test("of nothing is no order", () => {
    const one = plan({ kind: "buy", units: { [ARDEN]: 3 } }, shopping({ [ARDEN]: 3 }));
    expect(buying(one, ARDEN, 0)).toEqual(END);
    expect(buying(one, BOREA, 2)).toEqual({ kind: "buy", units: { [ARDEN]: 3, [BOREA]: 2 } });
  });
});

test("an order is about the places and the body that it names", () => {
  const at = (place: string | null, body: string | null = null) => ({
    place: place === null ? null : { name: place },
    body: body === null ? null : { name: body },
  });
  const move = { kind: "move", source: ARDEN, target: BRINE, units: 1 } as const;
  expect([ARDEN, BRINE, BOREA].map((name) => concerns(move, at(name)))).toEqual([true, true, false]);
  expect(concerns({ kind: "buy", units: { [ARDEN]: 1 } }, at(ARDEN))).toBe(true);
  expect(concerns({ kind: "upgrade", body: "Vega/Aurum" }, at(ARDEN, "Vega/Aurum"))).toBe(true);
  expect(concerns(END, at(ARDEN))).toBe(false);
});

test("an army goes with all that can go, where it is offered", () => {
  expect(marching(plan(), ARDEN, BRINE)).toEqual({ kind: "move", source: ARDEN, target: BRINE, units: 2 });
  expect(marching(plan(), ARDEN, "Izar/Flint")).toBeNull();
  expect(marching(plan(), BRINE, ARDEN)).toBeNull();
});

describe("the button", () => {
  test("names what is unused when it ends the turn", () => {
    expect(submit({ kind: "end" }, options())).toEqual({
      label: "End turn",
      note: "Unused: 16 units to buy, 2 armies to move, heroes in reserve, 1 upgrade, an alliance to answer.",
    });
    const nothing = { templates: [{ order: { kind: "end" }, label: "", slots: [] }] };
    expect(submit({ kind: "end" }, nothing)).toEqual({ label: "End turn", note: null });
    expect(unused(plan(END, nothing))).toEqual([]);
  });

  test("has its usual name for every other order, and before there is one", () => {
    expect(submit({ kind: "leave" }, options())).toBeNull();
    expect(submit(null, options())).toBeNull();
  });
});
