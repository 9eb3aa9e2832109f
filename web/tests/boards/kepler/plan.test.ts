import { expect, test } from "vitest";

import type { Json, Slot } from "../../../src/api";
import {
  doable,
  linesOf,
  most,
  ordersOf,
  planOf,
  resize,
  send,
  targets,
  type Line,
  type Plan,
} from "../../../src/boards/kepler/plan";
import { hint } from "../../../src/boards/kepler/words";
import { HOLD, OPTIONS, viewOf } from "./examples";

const draft = (...to: (string | null)[]): Json => ({
  orders: to.map((to, index) => ({ fleet: `1${"abc"[index]}`, to })),
});
const plan = (order: Json = HOLD, options = OPTIONS): Plan => planOf(viewOf(), 1, order, options);
const after = (orders: Json | null): Plan => plan({ orders });
const line = (plan: Plan, id: string): Line => plan.lines.find((line) => line.id === id) as Line;

test("fleets may go where the options say", () => {
  expect(Object.fromEntries(doable(OPTIONS))).toEqual({ "1a": [null, "b"], "1b": [null, "b"], "1c": [null, "a", "c"] });
});

test("options may also offer orders for fleets that have none", () => {
  const values = [
    { fleet: "1b", to: null },
    { fleet: "1b", to: "b" },
  ];
  const order = { orders: [{ fleet: "1a", to: null }] };
  const slots: Slot[] = [
    { kind: "choice", path: ["orders", 0, "to"], values: [null, "b"], label: "", labels: [] },
    { kind: "remove", path: ["orders", 0], label: "" },
    { kind: "choice", path: ["orders", 1], values, label: "", labels: [] },
  ];
  expect(Object.fromEntries(doable({ templates: [{ order, label: "", slots }] }))).toEqual({
    "1a": [null, "b"],
    "1b": [null, "b"],
  });
});

test("a fleet that nothing is offered for takes no orders", () => {
  expect([...plan(HOLD, { templates: [] }).free]).toEqual([]);
});

test("fleets that go the same way are one line", () => {
  const { lines, idle, free } = plan(draft("b", "b", null));
  expect(lines).toEqual([{ id: "a>b", from: "a", to: "b", fleets: ["1a", "1b"] }]);
  expect([...idle]).toEqual([["b", ["1c"]]]);
  expect([...free]).toEqual([
    ["a", ["1a", "1b"]],
    ["b", ["1c"]],
  ]);
});

test.each<Json>([null, 7, "x", [], {}, { orders: 3 }, { orders: [null, 4, {}, { fleet: 1 }, { fleet: "1a", to: 5 }] }])(
  "%j is a draft without orders",
  (order) => expect(ordersOf(order)).toEqual([]),
);

test("a fleet that is not mentioned holds", () => {
  expect(plan({ orders: [{ fleet: "1a" }] }).idle.get("a")).toEqual(["1a", "1b"]);
});

test("a region's targets are those of its fleets", () => {
  expect([...targets(plan(), "b")]).toEqual(["a", "c"]);
  expect([...targets(plan(), "e")]).toEqual([]);
});

test("the first fleets that hold are sent", () => {
  const one = after(send(plan(), "a", "b", 1));
  expect(line(one, "a>b").fleets).toEqual(["1a"]);
  expect(line(after(send(one, "a", "b", 5)), "a>b").fleets).toEqual(["1a", "1b"]);
});

test("where all have orders, a fleet is sent elsewhere", () => {
  const { lines } = after(send(plan(draft(null, null, "a")), "b", "c", 1));
  expect(lines).toEqual([{ id: "b>c", from: "b", to: "c", fleets: ["1c"] }]);
});

test("nobody is sent where no fleet can go, or from where there is none", () => {
  expect(send(plan(), "a", "c", 1)).toBeNull();
  expect(send(plan(), "e", "d", 1)).toBeNull();
  expect(send(plan(draft(null, null, "c")), "b", "c", 1)).toBeNull();
});

test("an order is added for a fleet that has none in the draft", () => {
  expect(send(plan({ orders: [] }), "b", "c", 1)).toEqual([{ fleet: "1c", to: "c" }]);
});

test("a line can be made smaller: its last fleets hold again", () => {
  const both = plan(draft("b", "b", null));
  expect(resize(both, line(both, "a>b"), 1)).toEqual((draft("b", null, null) as { orders: Json }).orders);
  expect(after(resize(both, line(both, "a>b"), 0)).lines).toEqual([]);
});

test("a line can be made larger, as long as fleets hold", () => {
  const one = plan(draft("b", null, null));
  expect(most(one, line(one, "a>b"))).toBe(2);
  expect(line(after(resize(one, line(one, "a>b"), 9)), "a>b").fleets).toEqual(["1a", "1b"]);
  const both = plan(draft("b", "b", null));
  expect(resize(both, line(both, "a>b"), 9)).toBeNull();
  expect(resize(both, line(both, "a>b"), 2)).toBeNull();
});

test("a line to a place that cannot be reached is shown and can be taken back", () => {
  const wrong = plan(draft("nowhere", null, null));
  expect(line(wrong, "a>nowhere").fleets).toEqual(["1a"]);
  expect(after(resize(wrong, line(wrong, "a>nowhere"), 0)).lines).toEqual([]);
});

test("a hint says what can be done with the fleets in a region", () => {
  expect(hint(plan(), "a")).toBe("2 fleets here: choose where they go.");
  expect(hint(plan(draft("b", null, null)), "a")).toBe("1 fleet left: choose where it goes.");
  expect(hint(plan(draft("b", "b", null)), "a")).toBe("All have orders: choose another region to redirect one.");
  expect(hint(plan(), "b")).toBe("Choose where its fleet goes.");
  expect(hint(plan(draft(null, null, "c")), "b")).toBe("Its fleet has an order: choose another region to redirect it.");
  expect(hint(plan(), "e")).toBe("Its fleets cannot move right now.");
});

test("an order of anybody is read as lines", () => {
  const [found] = linesOf(viewOf(), 2, { orders: [{ fleet: "2a", to: "d" }] });
  expect(found).toMatchObject({ to: "d", fleets: ["2a"] });
  expect(linesOf(viewOf(), 2, null)).toEqual([]);
});
