import { expect, test } from "vitest";

import { arrow } from "../../../src/boards/kit/arrows";

const FROM = { x: 0, y: 0, radius: 10 };
const TO = { x: 100, y: 0, radius: 20 };

test("an arrow goes from edge to edge", () => {
  expect(arrow(FROM, TO, 9, 0)).toEqual({
    line: "M10,0Q50,0 71,0",
    head: "M80,0L71,-5L71,5Z",
    middle: { x: 45.25, y: 0 },
  });
});

test("arrows there and back lie apart", () => {
  expect(arrow(FROM, TO, 9, 0.2).middle.y).toBeLessThan(0);
  expect(arrow(TO, FROM, 9, 0.2).middle.y).toBeGreaterThan(0);
});

test("between things that touch or overlap there is still an arrow that points the right way", () => {
  const { line, head } = arrow({ x: 0, y: 0, radius: 60 }, { x: 100, y: 0, radius: 60 }, 50, 0);
  const [start, , end] = [...line.matchAll(/(-?[\d.]+),/g)].map(([, x]) => Number(x));
  const tip = Number(/M([\d.]+)/.exec(head)?.[1]);
  expect(start).toBeLessThan(end as number);
  expect(end).toBeLessThan(tip);
});

test("an arrow to where one is has no broken numbers", () => {
  expect(JSON.stringify(arrow(FROM, FROM, 9, 0.2))).not.toMatch(/NaN|null/);
});
