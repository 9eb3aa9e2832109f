import { expect, test } from "vitest";

import { hit, towards, type Thing } from "../../../src/boards/kit/nearest";

const thing = (id: string, x: number, y: number, radius = 5): Thing => ({ id, x, y, radius });

test("the nearest thing is hit within 24 pixels of its edge", () => {
  const things = [thing("a", 0, 0), thing("b", 100, 0)];
  expect(hit(things, { x: 28, y: 0 }, 1, false)).toEqual({ kind: "thing", id: "a" });
  expect(hit(things, { x: 30, y: 0 }, 1, false)).toBeNull();
  expect(hit(things, { x: 71, y: 0 }, 1, false)).toEqual({ kind: "thing", id: "b" });
});

test("pixels are meant, not units of the map", () => {
  const things = [thing("a", 0, 0)];
  expect(hit(things, { x: 100, y: 0 }, 0.25, false)).toEqual({ kind: "thing", id: "a" });
  expect(hit(things, { x: 12, y: 0 }, 4, false)).toBeNull();
});

test("two things within 12 pixels of a tap are too close to choose from", () => {
  const things = [thing("a", 0, 0), thing("b", 14, 0), thing("c", 30, 0)];
  expect(hit(things, { x: 6, y: 0 }, 1, false)).toEqual({ kind: "crowd", ids: ["a", "b"] });
  expect(hit(things, { x: -9, y: 0 }, 1, false)).toEqual({ kind: "thing", id: "a" });
});

test("as near as one gets, the nearest of a crowd is meant", () => {
  const things = [thing("a", 0, 0), thing("b", 14, 0)];
  expect(hit(things, { x: 6, y: 0 }, 1, true)).toEqual({ kind: "thing", id: "a" });
});

test("what is large enough to aim at is meant by a tap on it", () => {
  const things = [thing("a", 0, 0, 20), thing("b", 22, 0, 6)];
  expect(hit(things, { x: 11, y: 0 }, 1, false)).toEqual({ kind: "thing", id: "a" });
});

test("of large things that overlap, the one whose middle is nearer is meant", () => {
  const things = [thing("a", 0, 0, 30), thing("b", 30, 0, 30)];
  expect(hit(things, { x: 18, y: 0 }, 1, false)).toEqual({ kind: "thing", id: "b" });
});

test("nothing is hit on an empty map", () => {
  expect(hit([], { x: 0, y: 0 }, 1, false)).toBeNull();
});

test("an arrow key goes to the nearest thing that way, rather straight than near", () => {
  const here = thing("here", 0, 0);
  const things = [here, thing("right", 40, 5), thing("aside", 20, 35), thing("left", -10, 0), thing("far", 90, 0)];
  expect(towards(things, here, "ArrowRight")).toBe("right");
  expect(towards(things, here, "ArrowLeft")).toBe("left");
  expect(towards(things, here, "ArrowDown")).toBe("aside");
  expect(towards(things, here, "ArrowUp")).toBeNull();
  expect(towards(things, here, "Enter")).toBeNull();
});

test("what lies mostly aside is reached where nothing else is that way", () => {
  const here = thing("here", 0, 0);
  expect(towards([here, thing("steep", 5, 50)], here, "ArrowRight")).toBe("steep");
});

/** Numbers that look random and are the same in every run. */
function* noise(): Generator<number> {
  for (let state = 7; ; state = (state * 1103515245 + 12345) % 2 ** 31) yield state / 2 ** 31;
}

test("everything on a map can be reached by arrow keys", () => {
  const numbers = noise();
  const next = (): number => numbers.next().value as number;
  for (let map = 0; map < 20; map += 1) {
    const things = Array.from({ length: 40 }, (_, index) => thing(String(index), next() * 100, next() * 100));
    const reached = new Set(["0"]);
    for (const id of reached) {
      for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
        const found = towards(things, things[Number(id)] as Thing, key);
        if (found !== null) reached.add(found);
      }
    }
    expect(reached.size).toBe(things.length);
  }
});
