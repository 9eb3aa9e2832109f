import { expect, test } from "vitest";

import { lossesIn, widthOfLosses, written } from "../../../src/boards/kit/losses";

const BEAT = { stage: 0, from: null, to: null, text: "" };

test("losses are gathered by place, in the order they are told", () => {
  const beats = [
    { ...BEAT, kind: "lost", thing: "vega", seat: 1, amount: 3 },
    { ...BEAT, kind: "moved", thing: "vega", seat: 1, amount: 7 },
    { ...BEAT, kind: "lost", thing: "lyra", seat: 3, amount: 1 },
    { ...BEAT, kind: "lost", thing: "vega", seat: 2, amount: 0 },
    { ...BEAT, kind: "lost", thing: null, seat: 2, amount: 5 },
  ];
  const vega = [
    { seat: 1, amount: 3 },
    { seat: 2, amount: 0 },
  ];
  expect(lossesIn(beats, "lost")).toEqual(
    new Map([
      ["vega", vega],
      ["lyra", [{ seat: 3, amount: 1 }]],
    ]),
  );
});

test("losses are written side by side around the middle", () => {
  const losses = [
    { seat: 1, amount: 3 },
    { seat: 2, amount: 0 },
  ];
  expect(written(losses).map(({ text }) => text)).toEqual(["−3", "0"]);
  const [one, other] = written(losses);
  expect(other?.left).toBeGreaterThan((one?.left ?? 0) + 2);
  expect(one?.left).toBeGreaterThan(-widthOfLosses(losses) / 2);
});
