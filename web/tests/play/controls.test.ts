import { expect, test } from "vitest";

import type { Slot } from "../../src/api";
import { controls } from "../../src/play/controls";

test("slots on one path are one control", () => {
  const range: Slot = { kind: "range", path: ["power", "shields"], low: 1, high: 4, label: "Shields" };
  const remove: Slot = { kind: "remove", path: ["power", "shields"], label: "No shields" };
  const choice: Slot = { kind: "choice", path: ["power"], values: [null], label: "Power", labels: [] };
  const item: Slot = { kind: "remove", path: ["shots", 0], label: "Take back shot 1" };
  expect(controls([remove, choice, range, item])).toEqual([
    { path: ["power", "shields"], inputs: [range], remove },
    { path: ["power"], inputs: [choice], remove: null },
    { path: ["shots", 0], inputs: [], remove: item },
  ]);
});

test("a number and its name are different paths", () => {
  const slots: Slot[] = [0, "0"].map((part) => ({ kind: "remove", path: ["ships", part], label: "" }));
  expect(controls(slots)).toHaveLength(2);
});
