import { expect, test } from "vitest";

import type { Json } from "../../../src/api";
import { END, planOf, type Plan } from "../../../src/boards/risky_stars/plan";
import { lastChance, mostWords } from "../../../src/boards/risky_stars/words";
import { ARDEN, BOREA, options, view } from "./maps";

function plan(draft: unknown = END): Plan {
  const found = planOf(draft as Json, options());
  if (found === null) throw new Error("no plan");
  return found;
}

test("the most that can leave is all but one, unless more have to stay", () => {
  expect(mostWords(view(), ARDEN, 2)).toBe("All but one");
  expect(mostWords(view(), ARDEN, 1)).toBe("All 1");
});

test("whoever moves before buying is told what that ends", () => {
  const move = { kind: "move", source: ARDEN, target: BOREA, units: 1 };
  expect(lastChance(plan(move))).toBe("Your first move ends buying: 16 units could still be bought.");
  expect(lastChance(plan())).toBeNull();
});
