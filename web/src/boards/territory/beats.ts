/** What is shown of a phase: everybody's words; or marches, then fights, then new units. */

import type { Of, Turn } from "../../api";
import type { Beat } from "../../play/reveals";
import { staged, type Shown } from "../kit/stages";
import { beside, squareThing } from "./geometry";

type Event = Of<"territory", "Event">;

/** Events of one number are shown together. */
const STAGES: { readonly [Kind in Event["kind"]]: number } = {
  declared: 0,
  cut: 0,
  marched: 0,
  ignored: 0,
  fought: 1,
  produced: 2,
  counted: 2,
  ended: 3,
};

export function beats(turn: Turn): Beat[] {
  return staged<Event>(turn, ({ kind }) => STAGES[kind], show);
}

function show(event: Event): Shown[] {
  const { kind } = event;
  switch (event.kind) {
    case "marched": {
      const { x, y, direction, seat, units } = event;
      const from = squareThing({ x, y });
      return [{ kind, thing: from, from, to: squareThing(beside({ x, y }, direction)), seat, amount: units }];
    }
    case "ignored": {
      const { x, y } = event.params;
      const isSquare = typeof x === "number" && typeof y === "number";
      return [{ kind, seat: event.seat, thing: isSquare ? squareThing({ x, y }) : null }];
    }
    case "fought": {
      const { x, y, forces, winner, left } = event;
      const thing = squareThing({ x, y });
      const losses = forces.map(([seat, units]) => ({
        kind: "lost",
        thing,
        seat,
        amount: seat === winner ? units - left : units,
      }));
      return [{ kind, thing, seat: winner === 0 ? null : winner, amount: left }, ...losses];
    }
    case "cut":
      return [{ kind, seat: event.seat }];
    case "declared":
    case "produced":
    case "counted":
    case "ended":
      return [{ kind }];
  }
}
