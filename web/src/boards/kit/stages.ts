/** What a turn shows, stage by stage. */

import type { Entry, Turn } from "../../api";
import type { Beat } from "../../play/reveals";

/** A beat, as far as there is something to say; and how many stages after its event it is shown. */
export type Shown = { kind: string; after?: number } & Partial<Omit<Beat, "kind" | "stage" | "text">>;

const NOTHING = { thing: null, from: null, to: null, seat: null, amount: null };

/**
 * The beats of a turn: every event has a stage, and shows at least one thing.
 *
 * A stage shows everything of the stages before it as well: what was turned over stays so. The sentence of an event is
 * told once, with its first beat.
 */
export function staged<Event>(turn: Turn, stageOf: (event: Event) => number, show: (event: Event) => Shown[]): Beat[] {
  const told = turn.events.flatMap(({ event, text }) =>
    show(event as Event).map(({ after = 0, ...shown }, index) => ({
      shown,
      at: stageOf(event as Event) + after,
      text: index === 0 ? text : "",
    })),
  );
  const stages = [...new Set(told.map(({ at }) => at))].sort((one, other) => one - other);
  return stages.flatMap((now, stage) =>
    told
      .filter(({ at }) => at <= now)
      .map(({ shown, at, text }) => ({ ...NOTHING, ...shown, stage, text: at === now ? text : "" })),
  );
}

/** Everything that some beats show in the end. */
export function finale(beats: readonly Beat[]): Beat[] {
  const last = beats.at(-1)?.stage;
  return beats.filter(({ stage }) => stage === last);
}

/** Everything that happened in some steps, as the game tells it. */
export function eventsIn<Event>(entries: readonly Entry[]): Event[] {
  return entries.flatMap((entry) => (entry.kind === "turn" ? entry.events.map(({ event }) => event as Event) : []));
}
