/** What a turn shows, stage by stage. */

import type { Turn } from "../../api";
import type { Beat } from "../../play/reveals";

/** A beat, as far as there is something to say. */
export type Shown = { kind: string } & Partial<Omit<Beat, "kind" | "stage" | "text">>;

const NOTHING = { thing: null, from: null, to: null, seat: null, amount: null };

/**
 * The beats of a turn: every event has a stage, and shows at least one thing.
 *
 * A stage shows everything of the stages before it as well: what was turned over stays so. The sentence of an event is
 * told once, with its first beat.
 */
export function staged<Event>(turn: Turn, stageOf: (event: Event) => number, show: (event: Event) => Shown[]): Beat[] {
  const told = turn.events.map(({ event, text }) => ({ event: event as Event, text, at: stageOf(event as Event) }));
  const stages = [...new Set(told.map(({ at }) => at))].sort((one, other) => one - other);
  return stages.flatMap((now, stage) =>
    told
      .filter(({ at }) => at <= now)
      .flatMap(({ event, text, at }) =>
        show(event).map((shown, index) => ({
          ...NOTHING,
          ...shown,
          stage,
          text: at === now && index === 0 ? text : "",
        })),
      ),
  );
}

/** Everything that some beats show in the end. */
export function finale(beats: readonly Beat[]): Beat[] {
  const last = beats.at(-1)?.stage;
  return beats.filter(({ stage }) => stage === last);
}
