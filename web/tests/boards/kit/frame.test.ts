import { describe, expect, test } from "vitest";

import {
  between,
  boxAround,
  fitted,
  limited,
  PADDING,
  pinched,
  scaled,
  shifted,
  showing,
  toMap,
  toScreen,
  type Frame,
  type Limits,
} from "../../../src/boards/kit/frame";

const FRAME: Frame = { scale: 2, x: 30, y: -10 };
const LIMITS: Limits = {
  box: { left: -50, top: -20, right: 150, bottom: 80 },
  size: { width: 400, height: 300 },
  closest: 5,
};
const CENTRE = { x: 200, y: 150 };

test("what is drawn somewhere is found there", () => {
  expect(toScreen(FRAME, { x: 5, y: 7 })).toEqual({ x: 40, y: 4 });
  expect(toMap(FRAME, { x: 40, y: 4 })).toEqual({ x: 5, y: 7 });
});

test("a box reaches around all points, with a margin", () => {
  const points = [
    { x: 3, y: 9 },
    { x: -4, y: 2 },
    { x: 0, y: 20 },
  ];
  expect(boxAround(points, 1)).toEqual({ left: -5, top: 1, right: 4, bottom: 21 });
});

test("a whole map is fitted into the middle of the screen", () => {
  const { box, size } = LIMITS;
  const frame = fitted(box, size);
  expect(frame.scale).toBe((400 - 2 * PADDING) / 200);
  expect(toScreen(frame, { x: 50, y: 30 })).toEqual({ x: 200, y: 150 });
  expect(toScreen(frame, { x: -50, y: 0 }).x).toBeCloseTo(PADDING);
});

test("a small map is not blown up, and a map of one point can be fitted", () => {
  expect(fitted(LIMITS.box, LIMITS.size, 1.5).scale).toBe(1.5);
  expect(fitted({ left: 4, top: 4, right: 4, bottom: 4 }, LIMITS.size, 3)).toEqual({ scale: 3, x: 188, y: 138 });
});

test("what lies under the pointer stays there while one zooms", () => {
  const at = { x: 77, y: 123 };
  expect(toMap(scaled(FRAME, 3.5, at), at)).toEqual(toMap(FRAME, at));
});

test("what lies under two fingers stays under them", () => {
  const before = [
    { x: 100, y: 100 },
    { x: 200, y: 100 },
  ] as const;
  const now = [
    { x: 90, y: 140 },
    { x: 240, y: 140 },
  ] as const;
  const frame = pinched(FRAME, before, now);
  expect(frame.scale).toBe(3);
  for (const finger of [0, 1] as const) {
    const [was, is] = [toMap(FRAME, before[finger]), toMap(frame, now[finger])];
    expect(is.x).toBeCloseTo(was.x);
    expect(is.y).toBeCloseTo(was.y);
  }
});

test("nobody gets closer than the closest, or farther than the whole", () => {
  expect(limited({ scale: 40, x: 0, y: 0 }, LIMITS, CENTRE).scale).toBe(5);
  const [far, whole] = [limited({ scale: 0.01, x: 0, y: 0 }, LIMITS, CENTRE), fitted(LIMITS.box, LIMITS.size)];
  expect(far.scale).toBe(whole.scale);
  expect(far.x).toBeCloseTo(whole.x);
  expect(far.y).toBeCloseTo(whole.y);
});

test("zooming on at the limit moves nothing", () => {
  const at = { x: 350, y: 40 };
  const frame = limited(scaled({ scale: 5, x: -100, y: 50 }, 5, at), LIMITS, at);
  const again = limited(scaled(frame, 7, at), LIMITS, at);
  expect(again.scale).toBe(frame.scale);
  expect(again.x).toBeCloseTo(frame.x);
  expect(again.y).toBeCloseTo(frame.y);
});

test.each([
  [
    { x: 9999, y: 9999 },
    { left: PADDING, top: PADDING },
  ],
  [
    { x: -9999, y: -9999 },
    { left: 400 - PADDING - 800, top: 300 - PADDING - 400 },
  ],
])("nobody pans off the map", (by, expected) => {
  const frame = limited(shifted({ scale: 4, x: 0, y: 0 }, by), LIMITS, CENTRE);
  expect(toScreen(frame, { x: -50, y: -20 })).toEqual({ x: expected.left, y: expected.top });
});

test("a point is brought onto the screen by the shortest way", () => {
  const { size } = LIMITS;
  expect(showing(FRAME, { x: 50, y: 50 }, size, 40)).toEqual(FRAME);
  const frame = showing(FRAME, { x: 500, y: 50 }, size, 40);
  expect(toScreen(frame, { x: 500, y: 50 })).toEqual({ x: 360, y: 90 });
});

test("a glide begins at one frame, ends at the other, and keeps what both show in one place", () => {
  const at = { x: 60, y: 20 };
  const to = scaled(FRAME, 8, at);
  expect(between(FRAME, to, 0)).toEqual(FRAME);
  expect(between(FRAME, to, 1).scale).toBeCloseTo(8);
  const half = between(FRAME, to, 0.5);
  expect(half.scale).toBeCloseTo(4);
  expect(toMap(half, at).x).toBeCloseTo(toMap(FRAME, at).x);
  expect(between(FRAME, { ...FRAME, x: 50 }, 0.5)).toEqual({ ...FRAME, x: 40 });
});

describe("beside the controls in the upper right corner", () => {
  const corner = { width: 52, height: 140 };
  const isCovered = (box: Limits["box"], size: Limits["size"], frame: Frame): boolean =>
    toScreen(frame, { x: box.right, y: 0 }).x > size.width - corner.width &&
    toScreen(frame, { x: 0, y: box.top }).y < corner.height;

  test.each([
    [
      { left: 0, top: 0, right: 100, bottom: 100 },
      { width: 400, height: 410 },
    ],
    [
      { left: 0, top: 0, right: 200, bottom: 100 },
      { width: 400, height: 220 },
    ],
    [
      { left: 0, top: 0, right: 100, bottom: 100 },
      { width: 300, height: 600 },
    ],
  ])("a map is as large as it fits, and nothing of it lies under them", (box, size) => {
    const frame = fitted(box, size, Infinity, corner);
    expect(isCovered(box, size, frame)).toBe(false);
    expect(limited(frame, { box, size, closest: 50, corner }, CENTRE)).toEqual(frame);
  });

  test("a map that does not reach them lies in the middle, as if they were not there", () => {
    const [box, size] = [
      { left: 0, top: 0, right: 200, bottom: 20 },
      { width: 400, height: 400 },
    ];
    expect(fitted(box, size, Infinity, corner)).toEqual(fitted(box, size));
  });

  test("what lies under them when one is near can be moved away from there", () => {
    const limits: Limits = { ...LIMITS, size: { width: 400, height: 200 }, corner };
    const frame = limited({ scale: 4, x: -9999, y: 0 }, limits, CENTRE);
    expect(toScreen(frame, { x: limits.box.right, y: 0 }).x).toBeLessThanOrEqual(400 - corner.width);
  });
});
