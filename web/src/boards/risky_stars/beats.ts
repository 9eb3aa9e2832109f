/** What is shown of an order: it is carried out; then what it led to: fights, armies that go back, a new round. */

import type { Turn } from "../../api";
import type { Beat } from "../../play/reveals";
import type { Event } from "./adapter";
import { bodyThing, placeThing } from "./geometry";

/** A beat, and the event it shows. */
export interface Told extends Beat {
  event: Event;
}

/** Dice roll, and in the next stage it is seen what they cost. */
const ROLLED = 1;

const STAGES: { readonly [Kind in Event["kind"]]: number } = {
  bought: 0,
  moved: 0,
  upgraded: 0,
  posted: 0,
  recalled: 0,
  proposed: 0,
  accepted: 0,
  allied: 0,
  lapsed: 0,
  departed: 0,
  drew: 0,
  fought: 2,
  taken: 2,
  held: 2,
  ruined: 2,
  out: 2,
  retreated: 3,
  round_began: 4,
  produced: 4,
  allotted: 4,
  turn_began: 4,
  ended: 5,
};

export function beats(turn: Turn): Told[] {
  const told = turn.events.flatMap(({ event: any, text }) => {
    const event = any as Event;
    const shown = { at: stageOf(event), event, text, kind: event.kind as string };
    return event.kind === "fought" ? [{ ...shown, at: ROLLED, text: "", kind: "rolled" }, shown] : [shown];
  });
  const stages = [...new Set(told.map(({ at }) => at))].sort((one, other) => one - other);
  return stages.flatMap((now, stage) =>
    told.filter(({ at }) => at === now).flatMap(({ event, text, kind }) => shown(event, kind, stage, text)),
  );
}

/** What was free is taken as soon as somebody comes. */
function stageOf(event: Event): number {
  return event.kind === "taken" && event.of == null ? STAGES.moved : STAGES[event.kind];
}

type Where = Partial<Pick<Beat, "thing" | "from" | "to" | "seat" | "amount">>;

/** Units may be bought for many places at once: then each has a beat, and the first tells the sentence. */
function shown(event: Event, kind: string, stage: number, text: string): Told[] {
  return wheres(event).map((where, index) => ({
    stage,
    kind,
    thing: null,
    from: null,
    to: null,
    seat: null,
    amount: null,
    ...where,
    text: index === 0 ? text : "",
    event,
  }));
}

function wheres(event: Event): Where[] {
  switch (event.kind) {
    case "bought":
      return Object.entries(event.units).map(([name, amount]) => ({
        thing: placeThing(name),
        seat: event.seat,
        amount,
      }));
    case "moved": {
      const { source, target, seat, units } = event;
      return [{ thing: placeThing(source), from: placeThing(source), to: placeThing(target), seat, amount: units }];
    }
    case "retreated": {
      const { place, to, seat, units } = event;
      const way = to === null ? {} : { from: placeThing(place), to: placeThing(to) };
      return [{ thing: placeThing(place), ...way, seat, amount: units }];
    }
    case "fought":
      return [{ thing: placeThing(event.place), seat: event.attackers[0] ?? null }];
    case "taken":
      return [{ thing: placeThing(event.place), seat: event.by }];
    case "held":
      return [{ thing: placeThing(event.place), seat: event.possessor }];
    case "upgraded":
    case "posted":
    case "recalled":
    case "drew":
      return [{ thing: bodyThing(event.body), seat: event.seat }];
    case "ruined":
      return [{ thing: bodyThing(event.body) }];
    case "produced":
    case "turn_began":
    case "proposed":
    case "accepted":
    case "departed":
    case "out":
      return [{ seat: event.seat }];
    case "round_began":
    case "allotted":
    case "allied":
    case "lapsed":
    case "ended":
      return [{}];
  }
}
