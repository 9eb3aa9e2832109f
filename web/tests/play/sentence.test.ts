import { expect, test } from "vitest";

import { SHAPES } from "../../src/parts/palette";
import { parts, plain } from "../../src/play/sentence";
import { outline } from "../../src/parts/shapes";

test("players and rules are told from words", () => {
  expect(parts("⟦2⟧ won with 3 and took from ⟦10⟧. [SS-6]")).toEqual([
    { seat: 2 },
    { text: " won with 3 and took from " },
    { seat: 10 },
    { text: ". " },
    { rule: "SS-6" },
  ]);
});

test.each(["SS-6", "KH-5.1", "OS-12b", "RS-D1"])("%s is a rule", (rule) => {
  expect(parts(`[${rule}]`)).toEqual([{ rule }]);
});

test.each(["", "Planet 15 [P15]", "⟦x⟧ [ss-6]", "<b>bold</b>", "[SS-]"])("%j is nothing but words", (sentence) => {
  expect(parts(sentence)).toEqual(sentence === "" ? [] : [{ text: sentence }]);
});

test("as plain text it has names and no rules", () => {
  expect(plain("⟦1⟧ beat ⟦2⟧. [KH-4]", (seat) => ["Ada", "Bob"][seat - 1] ?? "")).toBe("Ada beat Bob.");
});

test.each(SHAPES)("a %s fits into its circle", (shape) => {
  const numbers = [...outline(shape, 10).matchAll(/-?\d+(\.\d+)?/g)].map(([number]) => Number(number));
  expect(outline(shape, 10)).toMatch(/^M.*Z$/);
  expect(Math.max(...numbers.map(Math.abs))).toBeLessThanOrEqual(20);
});
