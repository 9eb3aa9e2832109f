/** What is shown of a turn, and how the fleets stand while it is. Pure. */

import type { Of, Turn } from "../../api";
import type { Beat } from "../../play/reveals";
import type { View } from "./geometry";
import { move } from "./plan";

type Event = Of<"kepler", "Event">;

/** How many fleets every seat has in every region. */
export type Stacks = ReadonlyMap<string, ReadonlyMap<number, number>>;

/** Fleets move, then go back where they bounce, then are lost; then it shows what that means. */
const STAGES: { readonly [Kind in Event["kind"]]: number } = {
  moved: 0,
  departed: 0,
  stayed: 0,
  bounced: 1,
  conflict: 2,
  eliminated: 3,
  shifted: 3,
  ended: 3,
};

const NOTHING: Omit<Beat, "stage" | "text"> = {
  kind: "told",
  thing: null,
  from: null,
  to: null,
  seat: null,
  amount: null,
};

export function beats(turn: Turn): Beat[] {
  return turn.events.flatMap(({ event, text }) => {
    const told = event as Event;
    // One event may be shown in several places; its sentence is told once.
    return shown(told).map((beat, index) => ({
      ...NOTHING,
      ...beat,
      stage: STAGES[told.kind],
      text: index === 0 ? text : "",
    }));
  });
}

function shown(event: Event): Partial<Beat>[] {
  switch (event.kind) {
    case "moved": {
      const { origin: from, to, seat, fleets } = event;
      return [{ kind: "moved", thing: move(from, to), from, to, seat, amount: fleets.length }];
    }
    case "departed": {
      const { origin: from, to, seat } = event;
      return [{ kind: "departed", thing: move(from, to), from, to, seat, amount: 1 }];
    }
    case "stayed":
      return [{ kind: "stayed", thing: event.region, from: event.region, seat: event.seat, amount: 1 }];
    case "bounced": {
      const { contested: from, region: to, seat } = event;
      return [{ kind: "bounced", thing: move(from, to), from, to, seat, amount: 1 }];
    }
    case "conflict": {
      const { region: thing, seats, removed } = event;
      const lost = (seat: number): number => removed.filter((fleet) => ownerOf(fleet) === seat).length;
      return seats.map((seat) => ({ kind: "conflict", thing, seat, amount: lost(seat) }));
    }
    case "shifted": {
      const opened = event.opened.map(([from, to]) => ({ kind: "opened", thing: move(from, to), from, to }));
      const closed = event.closed.map(([from, to]) => ({ kind: "closed", thing: move(from, to), from, to }));
      return [...opened, ...closed];
    }
    case "eliminated":
      return [{ seat: event.seat }];
    case "ended":
      return [{}];
  }
}

/** A fleet is named by its seat and a letter. */
export function ownerOf(fleet: string): number {
  return parseInt(fleet, 10);
}

export function stacksOf({ fleets }: View): Stacks {
  const stacks = new Map<string, Map<number, number>>();
  for (const [index, own] of fleets.entries()) {
    for (const { region } of own) {
      const there = stacks.get(region) ?? new Map<number, number>();
      there.set(index + 1, (there.get(index + 1) ?? 0) + 1);
      stacks.set(region, there);
    }
  }
  return stacks;
}

/** The stacks while some beats are shown: whoever moves has left and not arrived, and whoever is lost is gone. */
export function during(stacks: Stacks, beats: readonly Beat[]): Stacks {
  return changed(
    stacks,
    beats.flatMap((beat) => (isMove(beat) ? [{ ...beat, region: beat.from, by: -1 }] : lost(beat))),
  );
}

/** The stacks after some beats. */
export function after(stacks: Stacks, beats: readonly Beat[]): Stacks {
  const changes = beats.flatMap((beat) => {
    if (isMove(beat))
      return [
        { ...beat, region: beat.from, by: -1 },
        { ...beat, region: beat.to, by: 1 },
      ];
    return lost(beat);
  });
  return changed(stacks, changes);
}

/** What moves while some beats are shown: whoever goes the same way goes together. */
export function gliding(
  beats: readonly Beat[],
): { id: string; from: string; to: string; seat: number; amount: number }[] {
  const groups = Map.groupBy(beats.filter(isMove), ({ kind, thing, seat }) => `${kind} ${thing} ${seat}`);
  return [...groups].flatMap(([id, [first, ...others]]) => {
    if (first === undefined || first.from === null || first.to === null || first.seat === null) return [];
    const amount = [first, ...others].reduce((sum, beat) => sum + (beat.amount ?? 0), 0);
    return [{ id, from: first.from, to: first.to, seat: first.seat, amount }];
  });
}

function isMove({ kind }: Beat): boolean {
  return kind === "moved" || kind === "bounced";
}

function lost(beat: Beat): Change[] {
  return beat.kind === "conflict" ? [{ ...beat, region: beat.thing, by: -1 }] : [];
}

interface Change {
  region: string | null;
  seat: number | null;
  amount: number | null;
  by: number;
}

function changed(stacks: Stacks, changes: readonly Change[]): Stacks {
  const found = new Map([...stacks].map(([region, there]) => [region, new Map(there)]));
  for (const { region, seat, amount, by } of changes) {
    if (region === null || seat === null) continue;
    const there = found.get(region) ?? new Map<number, number>();
    const count = (there.get(seat) ?? 0) + by * (amount ?? 0);
    if (count > 0) there.set(seat, count);
    else there.delete(seat);
    if (there.size > 0) found.set(region, there);
    else found.delete(region);
  }
  return found;
}
