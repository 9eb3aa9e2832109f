import { expect, test } from "vitest";

import {
  aimed,
  carried,
  compensated,
  doable,
  isOffered,
  planOf,
  targetsOf,
  written,
  type Doable,
} from "../../../src/boards/orbit/plan";
import type { Json } from "../../../src/api";
import { choice, COAST, options, PLAN, range, ship } from "./ships";

const { energy } = ship();
const coast = planOf(PLAN, energy);

function offered(
  changes: { readonly [key: string]: Json },
  ...slots: Parameters<typeof range>[] | ReturnType<typeof range>[]
): Doable {
  return doable(options(changes, ...(slots as ReturnType<typeof range>[])), energy);
}

test("energy reads the same in both ways to give it", () => {
  const byDifference = planOf({ ...(PLAN as object), allocate: { engines: 1 }, deallocate: { missiles: 2 } }, energy);
  const byTarget = planOf({ ...(PLAN as object), targets: { engines: 2, missiles: 0 } }, energy);
  expect(byDifference).toEqual(byTarget);
  expect(byTarget.energy).toMatchObject({ engines: 2, missiles: 0, laser: 0 });
});

test.each([
  null,
  7,
  [],
  { targets: 3, shots: "all", move: { kind: "warp" }, vent: "much" },
  { shots: [{ weapon: "bomb" }, null] },
])("a draft that is none is an empty plan: %j", (draft) => {
  expect(planOf(draft as Json, energy)).toMatchObject({
    vent: 0,
    rotate: false,
    move: null,
    shots: [],
    energy: { engines: 1 },
  });
});

test("only the energy that changes is written", () => {
  expect(written(carried(coast, null, "laser", 2), energy)).toEqual({ ...(PLAN as object), targets: { laser: 2 } });
  expect(written(coast, energy)).toEqual({ ...(PLAN as object), targets: {} });
});

test("energy goes from one subsystem to another, or to the reactor", () => {
  expect(carried(coast, "missiles", "shields").energy).toMatchObject({ missiles: 1, shields: 1 });
  expect(carried(coast, "missiles", null).energy).toMatchObject({ missiles: 1, shields: 0 });
});

test("how much energy a subsystem can have is read from differences", () => {
  const can = offered(
    {},
    range(["allocate", "engines"], 1, 2),
    range(["deallocate", "engines"], 1, 1),
    range(["deallocate", "missiles"], 1, 2),
  );
  expect(can.energy.get("engines")).toEqual({ low: 0, high: 3 });
  expect(can.energy.get("missiles")).toEqual({ low: 0, high: 2 });
  expect(can.energy.get("laser")).toBeUndefined();
});

test("what was given can be taken out of the plan", () => {
  const remove = { kind: "remove", path: ["allocate", "laser"], label: "" } as const;
  expect(offered({ allocate: { laser: 2 } }, remove).energy.get("laser")).toEqual({ low: 0, high: 2 });
});

test("how much energy a subsystem can have is read from targets", () => {
  expect(offered({ targets: { laser: 1 } }, range(["targets", "laser"], 0, 2)).energy.get("laser")).toEqual({
    low: 0,
    high: 2,
  });
});

test("movements, turning and venting are offered as the server says", () => {
  const burn = { kind: "burn", intensity: "light", adjust: 1 } as const;
  const can = offered(
    { vent: 1 },
    choice(["move"], COAST, { ...burn }),
    choice(["rotate"], false, true),
    range(["vent"], 0, 2),
  );
  expect(isOffered(burn, can)).toBe(true);
  expect(isOffered({ ...burn, adjust: 0 }, can)).toBe(false);
  expect(can.canTurn).toBe(true);
  expect(can.vent).toEqual({ low: 0, high: 2 });
  expect(offered({ vent: 1 }).vent).toEqual({ low: 1, high: 1 });
  expect(offered({}).moves).toEqual([COAST]);
});

const LASER = { weapon: "laser", targets: [2], compensate: false } as const;
const RAILGUN = { weapon: "railgun", targets: [2], compensate: true } as const;

test("a shot is added as it is offered", () => {
  const can = offered({}, choice(["shots", 0], { ...LASER, targets: [2] }, { ...RAILGUN, targets: [2] }));
  expect(targetsOf("railgun", can)).toEqual(new Set([2]));
  expect(aimed(coast, "railgun", 2, can).shots).toEqual([RAILGUN]);
});

test("a shot that is not offered is planned all the same", () => {
  expect(aimed(coast, "missiles", 3, offered({})).shots).toEqual([
    { weapon: "missiles", targets: [3], compensate: false },
  ]);
});

test("another target joins where it can, and else takes the place of the first", () => {
  const shots = [{ ...LASER, targets: [2] }];
  const [joins, replaces] = [
    offered({ shots }, choice(["shots", 0, "targets", 1], 3)),
    offered({ shots }, choice(["shots", 0, "targets", 0], 3)),
  ];
  const plan = planOf({ ...(PLAN as object), shots }, energy);
  expect(targetsOf("laser", joins)).toEqual(new Set([3]));
  expect(aimed(plan, "laser", 3, joins).shots).toEqual([{ ...LASER, targets: [2, 3] }]);
  expect(aimed(plan, "laser", 3, replaces).shots).toEqual([{ ...LASER, targets: [3] }]);
});

test("aiming again holds the fire", () => {
  const plan = aimed(coast, "laser", 2, offered({}));
  expect(aimed(plan, "laser", 2, offered({})).shots).toEqual([]);
});

test("recoil is compensated for or not", () => {
  const plan = aimed(coast, "railgun", 2, offered({}));
  expect(compensated(plan, "railgun", true).shots).toEqual([RAILGUN]);
  expect(
    offered({ shots: [{ ...RAILGUN, targets: [2] }] }, choice(["shots", 0, "compensate"], false, true)).canCompensate,
  ).toBe(true);
});
