import { expect, test } from "vitest";

import { finale } from "../../../src/boards/kit/stages";
import { beats, settled } from "../../../src/boards/skirmish/beats";
import { EVENTS, turn } from "./turns";

test.each(Object.values(EVENTS))("the sentence of $kind is told once", (event) => {
  const texts = beats(turn(event))
    .map(({ text }) => text)
    .filter((text) => text !== "");
  expect(texts).toEqual([`${event.kind}.`]);
});

test("cards turn over, then it shows who won, then the planets go to the winner", () => {
  const shown = beats(turn(EVENTS.revealed, EVENTS.won));
  const cards = shown.filter(({ stage, kind }) => stage === 0 && kind === "card");
  expect(cards.map(({ thing, amount }) => [thing, amount])).toEqual([
    ["seat:1", 3],
    ["seat:2", 5],
  ]);
  expect(shown.find(({ kind }) => kind === "won")?.stage).toBe(1);
  const claims = shown.filter(({ kind }) => kind === "claimed");
  expect(claims.map(({ stage, thing, from, to }) => [stage, thing, from, to])).toEqual([
    [2, "planet:A", "stake", "seat:2"],
    [2, "planet:B", "stake", "seat:2"],
  ]);
});

test("a stage keeps what the stages before it have shown, without telling it again", () => {
  const shown = beats(turn(EVENTS.revealed, EVENTS.won, EVENTS.awarded, EVENTS.ended));
  const last = shown.filter(({ stage }) => stage === 4);
  const kinds = ["revealed", "card", "card", "won", "claimed", "claimed", "claimed", "ended"];
  expect(last.map(({ kind }) => kind)).toEqual(kinds);
  expect(last.map(({ text }) => text).filter((text) => text !== "")).toEqual(["ended."]);
  expect(finale(beats(turn(EVENTS.revealed, EVENTS.won, EVENTS.awarded, EVENTS.ended)))).toEqual(last);
});

test("stages count without gaps", () => {
  const stages = beats(turn(EVENTS.revealed, EVENTS.tied, EVENTS.ended)).map(({ stage }) => stage);
  expect([...new Set(stages)]).toEqual([0, 1, 2, 3]);
});

test("a tie brings a planet from the deck, unless the deck is empty", () => {
  expect(beats(turn(EVENTS.tied)).at(-1)).toMatchObject({
    kind: "added",
    thing: "planet:C",
    from: "deck",
    to: "stake",
  });
  expect(beats(turn({ ...EVENTS.tied, added: null })).map(({ kind }) => kind)).toEqual(["tied", "tied"]);
});

test("a turn without events shows nothing", () => {
  expect(finale(beats(turn()))).toEqual([]);
});

test("what became of the cards can be shown alone, before anything moves", () => {
  const kinds = settled(turn(EVENTS.revealed, EVENTS.won, EVENTS.ended)).map(({ kind }) => kind);
  expect(kinds).toEqual(["revealed", "card", "card", "won"]);
  expect(settled(turn(EVENTS.ended))).toEqual([]);
});
