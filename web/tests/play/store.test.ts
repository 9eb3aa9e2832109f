import { expect, test } from "vitest";

import { Store } from "../../src/play/store";

class Counter extends Store<{ count: number; name: string }> {
  constructor() {
    super({ count: 0, name: "one" });
  }

  override get now(): { count: number; name: string; isOdd: boolean } {
    return { ...this.known, isOdd: this.known.count % 2 === 1 };
  }

  count(): void {
    this.change({ count: this.known.count + 1 });
  }

  countQuietly(): void {
    this.know({ count: this.known.count + 1 });
  }

  close(): void {
    this.end();
  }
}

test("whoever follows is told at once and after every change, until they stop or it ends", () => {
  const counter = new Counter();
  const [first, second]: boolean[][] = [[], []];
  const leave = counter.subscribe(({ isOdd }) => first?.push(isOdd));
  counter.subscribe(({ isOdd }) => second?.push(isOdd));
  counter.count();
  leave();
  counter.count();
  counter.close();
  counter.count();
  expect([first, second]).toEqual([
    [false, true],
    [false, true, false],
  ]);
});

test("a change that nobody is told of yet is known", () => {
  const counter = new Counter();
  const told: number[] = [];
  counter.subscribe(({ count }) => told.push(count));
  counter.countQuietly();
  expect(counter.now).toEqual({ count: 1, name: "one", isOdd: true });
  counter.count();
  expect(told).toEqual([0, 2]);
});
