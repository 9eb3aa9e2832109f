/**
 * What is shown of a battle: the cards turn over together, then the planets go where they belong.
 *
 * A stage shows everything of the stages before it as well, without their sentences: cards that were turned over stay so.
 */

import type { Of, Turn } from "../../api";
import type { Beat } from "../contract";
import { planetThing, seatThing } from "./things";

type Event = Of<"skirmish", "Event">;

/** Events of one number are shown together. */
const STAGES: { readonly [Kind in Event["kind"]]: number } = { revealed: 0, won: 1, tied: 1, awarded: 2, ended: 3 };

export function beats(turn: Turn): Beat[] {
  const told = turn.events.map(({ event, text }) => ({ event: event as Event, text }));
  const stages = [...new Set(told.map(({ event }) => STAGES[event.kind]))].sort((one, other) => one - other);
  return stages.flatMap((shown, stage) =>
    told
      .filter(({ event }) => STAGES[event.kind] <= shown)
      .flatMap(({ event, text }) => beatsOf(event, STAGES[event.kind] === shown ? text : "").map((beat) => ({ ...beat, stage }))),
  );
}

/** Everything that a turn shows in the end. */
export function finalBeats(turn: Turn): Beat[] {
  const all = beats(turn);
  const last = all.at(-1)?.stage;
  return all.filter(({ stage }) => stage === last);
}

/** The sentence goes with the first beat of its event. */
function beatsOf(event: Event, text: string): Omit<Beat, "stage">[] {
  switch (event.kind) {
    case "revealed":
      return event.cards.map((card, index) => ({
        ...NOTHING,
        kind: "card",
        thing: seatThing(index + 1),
        seat: index + 1,
        amount: card,
        text: index === 0 ? text : "",
      }));
    case "won": {
      const won = { ...NOTHING, kind: "won", thing: seatThing(event.winner), seat: event.winner, amount: event.card, text };
      const claims = event.planets.map((id) => ({ ...claim(id, event.winner), from: "stake" }));
      return [won, ...claims];
    }
    case "tied": {
      const ties = event.seats.map((seat, index) => ({
        ...NOTHING,
        kind: "tied",
        thing: seatThing(seat),
        seat,
        amount: event.card,
        text: index === 0 ? text : "",
      }));
      const added = { ...NOTHING, kind: "added", from: "deck", to: "stake" };
      return event.added === null ? ties : [...ties, { ...added, thing: planetThing(event.added) }];
    }
    case "awarded":
      return [{ ...claim(event.planet, event.winner), from: "deck", amount: event.victory_points, text }];
    case "ended":
      return [{ ...NOTHING, kind: "ended", text }];
  }
}

const NOTHING = { thing: null, from: null, to: null, seat: null, amount: null, text: "" };

function claim(id: string, seat: number): Omit<Beat, "stage"> {
  return { ...NOTHING, kind: "claimed", thing: planetThing(id), to: seatThing(seat), seat };
}
