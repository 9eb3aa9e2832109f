import { describe, expect, test } from "vitest";

import {
  along,
  arrange,
  CARD,
  cluster,
  fan,
  claimedAt,
  field,
  LIFT,
  span,
  spread,
  type Box,
} from "../../../src/boards/skirmish/geometry";

const ROOMS = [
  { width: 800, height: 760 },
  { width: 820, height: 586 },
  { width: 390, height: 640 },
  { width: 390, height: 386 },
];

function overlap(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width - 0.5 &&
    other.x < one.x + one.width - 0.5 &&
    one.y < other.y + other.height - 0.5 &&
    other.y < one.y + one.height - 0.5
  );
}

describe.each(ROOMS)("a table of $width by $height", ({ width, height }) => {
  test.each([2, 3, 4, 5, 6, 7, 8])("seats %i without overlaps, all on the table", (seats) => {
    const { plates, pot } = arrange(seats, 1, width, height);
    const boxes = [...plates, pot];
    for (const [index, box] of boxes.entries()) {
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      expect(box.y + box.height).toBeLessThanOrEqual(height);
      for (const other of boxes.slice(index + 1)) expect(overlap(box, other)).toBe(false);
    }
    expect(pot.width).toBeGreaterThan(100);
    expect(pot.height).toBeGreaterThan(100);
  });

  test.each([2, 5, 8])("has the cards of %i large in its middle in a battle, below what is at stake", (seats) => {
    const { stake, cards, ratio } = field(arrange(seats, 1, width, height), "battle", { width, height }, 3, seats);
    expect(cards).toHaveLength(seats);
    const lowest = Math.max(...stake.map(({ y, size }) => y + (size * 1.3) / 2));
    for (const { x, y, size } of cards) {
      expect(size).toBeGreaterThan(CARD.width);
      expect(x - size / 2).toBeGreaterThanOrEqual(0);
      expect(x + size / 2).toBeLessThanOrEqual(width);
      expect(y - (size * ratio) / 2).toBeGreaterThanOrEqual(lowest - 0.5);
      expect(y + (size * ratio) / 2).toBeLessThanOrEqual(height);
    }
  });

  test("you sit at the bottom, whoever you are, and the next seat to your left", () => {
    const lowest = (you: number | null): number => {
      const { plates } = arrange(5, you, width, height);
      return plates.findIndex(({ y }) => y === Math.max(...plates.map((plate) => plate.y))) + 1;
    };
    expect([lowest(1), lowest(4), lowest(null)]).toEqual([1, 4, 1]);
    const { plates } = arrange(5, 4, width, height);
    expect(plates[4]?.x).toBe(Math.min(...plates.map(({ x }) => x)));
  });
});

test.each(ROOMS)("claimed planets lie in their plate, along its foot, in $width by $height", ({ width, height }) => {
  const [plate] = arrange(4, 1, width, height).plates;
  if (plate === undefined) throw new Error("There is no plate.");
  for (const place of [0, 7, 14]) {
    const { x, y, size } = claimedAt(place, 15, plate);
    expect(x - size / 2).toBeGreaterThanOrEqual(plate.x);
    expect(x + size / 2).toBeLessThanOrEqual(plate.x + plate.width);
    expect(y + size * 0.35).toBeLessThanOrEqual(plate.y + plate.height);
  }
});

test("with text of twice the size, two on a phone sit in one row, and nothing overlaps", () => {
  const { plates, pot, header } = arrange(2, 1, 390, 417, 2);
  expect(header).toBeGreaterThan(70);
  expect(new Set(plates.map(({ y }) => y)).size).toBe(1);
  for (const [index, box] of [...plates, pot].entries()) {
    expect(box.y).toBeGreaterThanOrEqual(header);
    expect(box.y + box.height).toBeLessThanOrEqual(417);
    for (const other of [...plates, pot].slice(index + 1)) expect(overlap(box, other)).toBe(false);
  }
  expect(pot.height).toBeGreaterThan(120);
});

test.each([2, 3, 4])("on a phone on its side %i sit in one row, you first, and the pot has the rest", (seats) => {
  const { plates, pot } = arrange(seats, 2, 504, 302);
  expect(new Set(plates.map(({ y }) => y)).size).toBe(1);
  expect(plates.findIndex(({ x }) => x === Math.min(...plates.map((plate) => plate.x)))).toBe(1);
  for (const [index, box] of [...plates, pot].entries()) {
    expect(box.x + box.width).toBeLessThanOrEqual(504);
    expect(box.y + box.height).toBeLessThanOrEqual(302);
    for (const other of [...plates, pot].slice(index + 1)) expect(overlap(box, other)).toBe(false);
  }
  expect(pot.height).toBeGreaterThan(120);
});

test("at rest, cards lie in the pot where it is large enough, and nowhere else", () => {
  const cardsOn = (width: number, height: number): number =>
    field(arrange(4, 1, width, height), "rest", { width, height }, 1, 4).cards.length;
  expect([cardsOn(800, 760), cardsOn(390, 386)]).toEqual([4, 0]);
});

test("cards that are compared have room below what is at stake, even in a small pot", () => {
  const places = arrange(4, 1, 390, 386);
  const { stake, below } = field(places, "advice", { width: 390, height: 386 }, 1, 4);
  expect(below.height).toBeGreaterThan(30);
  expect(below.y + below.height).toBeLessThanOrEqual(places.pot.y + places.pot.height + 0.5);
  expect((stake[0]?.y ?? 0) + ((stake[0]?.size ?? 0) * 1.3) / 2).toBeLessThanOrEqual(below.y + 0.5);
});

test.each([1, 2, 5, 15, 60])("%i planets fit into the pot, side by side", (count) => {
  const box = { x: 100, y: 200, width: 300, height: 180 };
  const cells = cluster(count, box);
  expect(cells).toHaveLength(count);
  for (const { x, y, size } of cells) {
    expect(x - size / 2).toBeGreaterThanOrEqual(99.9);
    expect(x + size / 2).toBeLessThanOrEqual(400.1);
    expect(y).toBeGreaterThan(200);
    expect(y).toBeLessThan(380);
  }
  expect(new Set(cells.map(({ x, y }) => `${x} ${y}`)).size).toBe(count);
});

describe("the hand", () => {
  test.each([
    [15, 358, 2],
    [5, 358, 1],
    [15, 328, 2],
    [30, 328, 4],
  ])("%i cards in %i pixels take %i rows and stay inside", (count, width, rows) => {
    const { cards, card, height } = fan(count, width);
    for (const { x, y } of cards) {
      expect(x - card.width / 2).toBeGreaterThanOrEqual(0);
      expect(x + card.width / 2).toBeLessThanOrEqual(width);
      expect(y + card.height / 2).toBeLessThanOrEqual(height);
    }
    // Every row begins left of where the one before it ended.
    expect(cards.filter(({ x }, index) => x < (cards[index - 1]?.x ?? Infinity))).toHaveLength(rows);
  });

  test("cards are far enough apart to be touched", () => {
    const { cards, card } = fan(8, 358);
    const step = (cards[1]?.x ?? 0) - (cards[0]?.x ?? 0);
    expect(step).toBeGreaterThanOrEqual(44);
    // No card covers the number of the next one, nor does a raised one the number above it.
    expect(card.width).toBeLessThan(step);
  });

  test("a raised card leaves the number above it free", () => {
    const { cards, card } = fan(15, 358);
    const [first, below] = [cards[0]?.y ?? 0, cards[8]?.y ?? 0];
    expect(below - LIFT - card.height / 2).toBeGreaterThan(first);
  });

  test("where there is room the cards are larger", () => {
    expect(fan(15, 315, true).card.width).toBeGreaterThan(1.3 * fan(15, 315).card.width);
    expect(fan(3, 315, true).cards.every(({ y }, _, all) => Math.abs(y - (all[0]?.y ?? 0)) < 5)).toBe(true);
  });

  test("no cards need no room", () => {
    expect(fan(0, 358)).toMatchObject({ cards: [], height: 0 });
  });
});

describe("the score track", () => {
  test("spans half of what there is to win, and every score", () => {
    expect(span([0, 0], [1, 2, 3, -4])).toEqual({ low: 0, high: 3 });
    expect(span([-2, 9], [1, 2, 3])).toEqual({ low: -2, high: 9 });
    expect(along(9, { low: -2, high: 9 })).toBe(1);
    expect(along(0, { low: 0, high: 0 })).toBe(0);
  });

  test("labels stay in order, apart and on the line", () => {
    const labels = [
      { at: 0, width: 20 },
      { at: 4, width: 20 },
      { at: 98, width: 20 },
      { at: 100, width: 20 },
    ];
    expect(spread(labels, 100)).toEqual([10, 30, 70, 90]);
    expect(spread([{ at: 50, width: 20 }], 100)).toEqual([50]);
  });
});
