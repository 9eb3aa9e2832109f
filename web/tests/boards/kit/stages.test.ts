import { expect, test } from "vitest";

import { finale, staged } from "../../../src/boards/kit/stages";
import { EVENTS, turn } from "../skirmish/turns";

const stageOf = ({ kind }: { kind: string }): number => (kind === "revealed" ? 0 : 7);
const show = ({ kind }: { kind: string }) => [{ kind }, { kind: `${kind} too`, seat: 1 }];

test("a stage shows what came before it as well, and tells every sentence once", () => {
  const shown = staged(turn(EVENTS.revealed, EVENTS.won), stageOf, show);
  expect(shown.map(({ stage, kind, text }) => [stage, kind, text])).toEqual([
    [0, "revealed", "revealed."],
    [0, "revealed too", ""],
    [1, "revealed", ""],
    [1, "revealed too", ""],
    [1, "won", "won."],
    [1, "won too", ""],
  ]);
  expect(finale(shown)).toEqual(shown.slice(2));
});

test("what a beat does not say is null", () => {
  expect(staged(turn(EVENTS.won), stageOf, show)[1]).toEqual({
    stage: 0,
    kind: "won too",
    thing: null,
    from: null,
    to: null,
    seat: 1,
    amount: null,
    text: "",
  });
});

test("nothing happened, nothing is shown", () => {
  expect(finale(staged(turn(), stageOf, show))).toEqual([]);
});

test("what an event brings about can be shown after it, and its sentence is not told again", () => {
  const later = (event: { kind: string }) => [...show(event), { kind: "later", after: 2 }];
  const shown = staged(turn(EVENTS.won), stageOf, later);
  expect(shown.filter(({ kind }) => kind === "later").map(({ stage, text }) => [stage, text])).toEqual([[1, ""]]);
  expect(shown.filter(({ text }) => text !== "").map(({ stage }) => stage)).toEqual([0]);
  expect(shown[0]).not.toHaveProperty("after");
});
