import { describe, expect, test } from "vitest";

import type { MatchLine } from "../../src/api";
import { endPastime, passTime, pastimesIn } from "../../src/play/pastimes";
import { forgetPictures, keepPicture } from "../../src/play/pictures";
import { pictureIn } from "../../src/play/seen";
import { shelved } from "../../src/play/shelves";
import { TestDrawer } from "./fakes";

const line = (id: string, fields: Partial<MatchLine> = {}): MatchLine =>
  ({
    id,
    game: "toy",
    status: "playing",
    practice: true,
    origin: "table",
    your_move: true,
    changed_at: 0,
    ...fields,
  }) as MatchLine;
const ids = (lines: readonly MatchLine[]): string[] => lines.map(({ id }) => id);
const NOTHING = new Map<string, string>();

describe("home", () => {
  test("the match against bots that was left last is offered, and never one begun from a position of another", () => {
    const mine = [
      line("old", { changed_at: 1 }),
      line("new", { changed_at: 3 }),
      line("fork", { changed_at: 4, origin: "fork" }),
      line("over", { changed_at: 5, status: "over" }),
      line("other", { changed_at: 2, game: "chess" }),
    ];
    const { left, leftIn, yourMove, withBots } = shelved(mine, () => false, NOTHING);
    expect(left?.id).toBe("new");
    expect([...leftIn].map(([game, { id }]) => [game, id])).toEqual(
      expect.arrayContaining([
        ["toy", "new"],
        ["chess", "other"],
      ]),
    );
    expect(yourMove).toEqual([]);
    expect(ids(withBots)).toEqual(["over", "fork", "new", "other", "old"]);
  });

  test("what is hidden is counted and not offered", () => {
    const shelves = shelved([line("a"), line("b")], (id) => id === "a", NOTHING);
    expect([shelves.left?.id, ids(shelves.withBots), shelves.hidden]).toEqual(["b", ["b"], 1]);
  });

  test("what passed the time is not offered once somebody came to the table", () => {
    const pastimes = new Map([["table", "bots"]]);
    const waiting = line("table", { practice: false, status: "open", your_move: false });
    expect(shelved([line("bots"), waiting], () => false, pastimes).left?.id).toBe("bots");
    const begun = line("table", { practice: false });
    expect(shelved([line("bots"), begun], () => false, pastimes).left).toBeNull();
  });
});

test("a pastime is known by its table until the waiting is over", () => {
  const drawer = new TestDrawer();
  passTime(drawer, "table", "bots");
  expect([...pastimesIn(drawer)]).toEqual([["table", "bots"]]);
  expect([endPastime(drawer, "other"), endPastime(drawer, "table"), endPastime(drawer, "table")]).toEqual([
    null,
    "bots",
    null,
  ]);
});

describe("pictures of matches", () => {
  test("the latest twenty are kept", () => {
    const drawer = new TestDrawer();
    for (let number = 0; number < 25; number += 1) keepPicture(drawer, `m${number}`, "data:image/webp,x");
    keepPicture(drawer, "m24", "data:image/webp,y");
    expect(["m4", "m5", "m24"].map((id) => pictureIn(drawer, id))).toEqual([
      null,
      "data:image/webp,x",
      "data:image/webp,y",
    ]);
  });

  test("a match that is listed no more has none", () => {
    const drawer = new TestDrawer();
    for (const id of ["a", "b"]) keepPicture(drawer, id, "data:image/webp,x");
    forgetPictures(drawer, new Set(["b"]));
    expect(["a", "b"].map((id) => pictureIn(drawer, id) !== null)).toEqual([false, true]);
  });

  test("what somebody else wrote there is no picture", () => {
    const drawer = new TestDrawer();
    drawer.setItem("armillary.picture.a", "https://elsewhere");
    expect(pictureIn(drawer, "a")).toBeNull();
  });
});
