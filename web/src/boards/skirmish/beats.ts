/** What is shown of a battle: the cards turn over together, then the planets go where they belong. */

import type { Of, Turn } from "../../api";
import type { Beat } from "../../play/reveals";
import { staged, type Shown } from "../kit/stages";
import { planetThing, seatThing } from "./things";

type Event = Of<"skirmish", "Event">;

/** Events of one number are shown together; what they bring about is shown a stage later. */
const STAGES: { readonly [Kind in Event["kind"]]: number } = { revealed: 0, won: 1, tied: 1, awarded: 3, ended: 4 };

export function beats(turn: Turn): Beat[] {
  return staged<Event>(turn, ({ kind }) => STAGES[kind], show);
}

/** The cards and what became of them, and nothing that this brings about. */
export function settled(turn: Turn): Beat[] {
  const all = beats(turn);
  const decided = all.find(({ kind }) => kind === "won" || kind === "tied");
  return all.filter(({ stage }) => stage === decided?.stage);
}

function show(event: Event): Shown[] {
  switch (event.kind) {
    case "revealed":
      return [{ kind: "revealed" }, ...event.cards.map((card, index) => ofSeat("card", index + 1, card))];
    case "won":
      return [
        ofSeat("won", event.winner, event.card),
        ...event.planets.map((id) => ({ ...claim(id, "stake", event.winner), after: 1 })),
      ];
    case "tied": {
      const ties = event.seats.map((seat) => ofSeat("tied", seat, event.card));
      if (event.added === null) return ties;
      return [...ties, { kind: "added", thing: planetThing(event.added), from: "deck", to: "stake", after: 1 }];
    }
    case "awarded":
      return [{ ...claim(event.planet, "deck", event.winner), amount: event.victory_points }];
    case "ended":
      return [{ kind: "ended" }];
  }
}

function ofSeat(kind: string, seat: number, amount: number): Shown {
  return { kind, thing: seatThing(seat), seat, amount };
}

function claim(id: string, from: string, seat: number): Shown {
  return { kind: "claimed", thing: planetThing(id), from, to: seatThing(seat), seat };
}
