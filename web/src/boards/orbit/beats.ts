/**
 * What is shown of a turn: the ship moves, it fires, its shots hit, then heat does its work, ships are lost and the next
 * one arrives. Pure.
 */

import type { Of, Turn } from "../../api";
import type { Beat } from "../../play/reveals";
import { staged, type Shown } from "../kit/stages";
import { placeThing, shipThing } from "./things";

type Event = Of<"orbit", "Event">;

/** Events of one number are shown together. */
const STAGES: { readonly [Kind in Event["kind"]]: number } = {
  allocated: 0,
  returned: 0,
  vented: 0,
  rotated: 0,
  moved: 0,
  scooped: 0,
  burned: 0,
  fired: 1,
  compensated: 1,
  recoiled: 1,
  hit: 2,
  destroyed: 3,
  overheated: 3,
  heated: 3,
  scorched: 3,
  arrived: 3,
  closed: 3,
  order_drawn: 3,
  ended: 3,
};

export function beats(turn: Turn): Beat[] {
  return staged<Event>(turn, ({ kind }) => STAGES[kind], show);
}

function show(event: Event): Shown[] {
  if (!("seat" in event)) return [{ kind: event.kind }];
  const { kind, seat } = event;
  const ship = { kind, seat, thing: shipThing(seat) };
  switch (event.kind) {
    case "moved":
    case "arrived":
    case "burned":
    case "recoiled":
      return [{ ...ship, to: placeThing(event) }];
    case "fired":
      // Each weapon is shown in its own way.
      return event.targets.map((target) => ({ ...ship, kind: event.weapon, from: ship.thing, to: shipThing(target) }));
    case "hit":
      return [
        { ...ship, amount: event.damage - event.absorbed },
        { ...ship, kind: "hull", amount: event.hull },
        ...(event.absorbed > 0 ? [{ ...ship, kind: "shielded", amount: event.absorbed }] : []),
      ];
    case "overheated":
      return [
        { ...ship, amount: event.damage },
        { ...ship, kind: "hull", amount: event.hull },
      ];
    case "vented":
    case "heated":
    case "scorched":
      return [{ ...ship, amount: event.heat }];
    case "scooped":
    case "compensated":
      return [{ ...ship, amount: event.mass }];
    case "allocated":
    case "returned":
    case "rotated":
    case "destroyed":
      return [ship];
  }
}
