import { expect, test } from "vitest";

import { drawn, undrawn } from "../../../src/boards/risky_stars/advice";
import { ARDEN, BRINE } from "./maps";

test("an army is an arrow with its number, a purchase or an upgrade a mark where it happens", () => {
  expect(drawn({ kind: "move", source: ARDEN, target: BRINE, units: 3 })).toEqual([
    { from: `place:${ARDEN}`, to: `place:${BRINE}`, text: "3" },
  ]);
  expect(drawn({ kind: "buy", units: { [ARDEN]: 2, [BRINE]: 1 } })).toEqual([
    { from: null, to: `place:${ARDEN}`, text: "+2" },
    { from: null, to: `place:${BRINE}`, text: "+1" },
  ]);
  expect(drawn({ kind: "upgrade", body: "Vega/Aurum" })).toEqual([
    { from: null, to: "body:Vega/Aurum", text: "upgrade" },
  ]);
});

test("what cannot be drawn is said", () => {
  expect(drawn({ kind: "end" })).toEqual([]);
  expect(undrawn({ kind: "end" })).toBe("end the turn");
  expect(undrawn({ kind: "upgrade", body: "Vega/Aurum" })).toBeNull();
});
