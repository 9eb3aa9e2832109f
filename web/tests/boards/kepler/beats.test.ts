import { expect, test } from "vitest";

import type { Of } from "../../../src/api";
import { after, beats, during, gliding, stacksOf, type Stacks } from "../../../src/boards/kepler/beats";
import { turnOf, viewOf } from "./examples";

type Event = Of<"kepler", "Event">;

const RULE = { rule: "KH-0", seen_by: null };
/** One of every kind; the compiler sees to it that none is left out. */
const EVERY: { [Kind in Event["kind"]]: Extract<Event, { kind: Kind }> } = {
  moved: { kind: "moved", seat: 1, fleets: ["1a", "1b"], origin: "a", to: "b", ...RULE },
  departed: { kind: "departed", seat: 2, fleet: "2a", origin: "e", to: "d", turn: 4, ...RULE },
  stayed: { kind: "stayed", seat: 2, fleet: "2a", region: "e", to: "x", why: "no_link", ...RULE },
  bounced: { kind: "bounced", seat: 1, fleet: "1c", contested: "c", region: "b", ...RULE },
  conflict: { kind: "conflict", region: "d", seats: [1, 2], removed: ["1c", "2a", "2b"], ...RULE },
  eliminated: { kind: "eliminated", seat: 2, ...RULE },
  shifted: {
    kind: "shifted",
    turn: 4,
    opened: [["a", "c"]],
    closed: [
      ["a", "b"],
      ["b", "c"],
    ],
    ...RULE,
  },
  ended: { kind: "ended", reason: "elimination", winners: [1], drawn: [], ...RULE },
};

test("everything that happens is told, once and in its order", () => {
  const told = beats(turnOf(Object.values(EVERY))).map(({ text }) => text);
  expect(told.filter((text) => text !== "")).toEqual(Object.keys(EVERY).map((kind) => `${kind} happened.`));
});

test("a turn has few stages, and they come in order", () => {
  const stages = beats(turnOf(Object.values(EVERY))).map(({ stage }) => stage);
  expect(stages).toEqual(stages.toSorted());
  expect(new Set(stages).size).toBe(4);
});

test("a move says who goes where", () => {
  expect(beats(turnOf([EVERY.moved]))).toEqual([
    { stage: 0, kind: "moved", thing: "a>b", from: "a", to: "b", seat: 1, amount: 2, text: "moved happened." },
  ]);
});

test("a conflict says what every side lost", () => {
  const found = beats(turnOf([EVERY.conflict]));
  expect(found.map(({ thing, seat, amount }) => [thing, seat, amount])).toEqual([
    ["d", 1, 1],
    ["d", 2, 2],
  ]);
});

test("links that open and close are shown one by one", () => {
  const found = beats(turnOf([EVERY.shifted]));
  expect(found.map(({ kind, thing }) => [kind, thing])).toEqual([
    ["opened", "a>c"],
    ["closed", "a>b"],
    ["closed", "b>c"],
  ]);
});

const plain = (stacks: Stacks): unknown =>
  Object.fromEntries([...stacks].map(([region, there]) => [region, Object.fromEntries(there)]));

test("fleets are counted by region and seat", () => {
  expect(plain(stacksOf(viewOf()))).toEqual({ a: { 1: 2 }, b: { 1: 1 }, e: { 2: 1 }, d: { 2: 1 } });
});

test("who moves has left, and arrives when it is over", () => {
  const [stacks, shown] = [stacksOf(viewOf()), beats(turnOf([EVERY.moved]))];
  expect(plain(during(stacks, shown))).toEqual({ b: { 1: 1 }, e: { 2: 1 }, d: { 2: 1 } });
  expect(plain(after(stacks, shown))).toEqual({ b: { 1: 3 }, e: { 2: 1 }, d: { 2: 1 } });
  expect(plain(stacks)).toEqual(plain(stacksOf(viewOf())));
});

test("whoever is lost is gone while the losses show, and whoever is left stays", () => {
  const stacks: Stacks = new Map([
    [
      "d",
      new Map([
        [1, 1],
        [2, 5],
      ]),
    ],
  ]);
  const shown = beats(turnOf([EVERY.conflict]));
  expect(plain(during(stacks, shown))).toEqual({ d: { 2: 3 } });
  expect(plain(after(stacks, shown))).toEqual({ d: { 2: 3 } });
});

test("fleets that bounce go back", () => {
  const stacks: Stacks = new Map([
    [
      "c",
      new Map([
        [1, 1],
        [2, 1],
      ]),
    ],
  ]);
  expect(plain(after(stacks, beats(turnOf([EVERY.bounced]))))).toEqual({ c: { 2: 1 }, b: { 1: 1 } });
});

test("fleets that go the same way glide together", () => {
  const twice = beats(turnOf([EVERY.bounced, { ...EVERY.bounced, fleet: "1d" }, EVERY.moved, EVERY.departed]));
  expect(gliding(twice).map(({ from, to, seat, amount }) => [from, to, seat, amount])).toEqual([
    ["c", "b", 1, 2],
    ["a", "b", 1, 2],
  ]);
});
