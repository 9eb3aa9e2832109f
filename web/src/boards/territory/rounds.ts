/** What everybody said in a round beside what they then did, and how many units they had at its end. */

import type { Entry, Of } from "../../api";
import { eventsIn } from "../kit/stages";
import type { Seen } from "./adapter";
import { wayWords } from "./words";

type Event = Of<"territory", "Event">;

/** What the server writes for a declaration that was left empty. */
const NO_PLAN = "no plan";

export interface Player {
  seat: number;
  /**
   * The declarations in their order, but those in which nobody said anything.
   *
   * Empty where the seat said nothing, null where it was out.
   */
  said: readonly (string | null)[];
  /** The marches, in words. */
  did: readonly string[];
}

export interface Round {
  round: number;
  /** Have its commands been carried out? */
  isOver: boolean;
  players: readonly Player[];
}

/** The rounds of a match as far as they are known, the newest first; only those in which something was revealed. */
export function rounds(view: Seen, entries: readonly Entry[]): Round[] {
  const told = new Map<number, Event[]>();
  for (const entry of entries) {
    if (entry.kind !== "turn") continue;
    const { round } = entry.phase;
    told.set(round, [...(told.get(round) ?? []), ...entry.events.map(({ event }) => event as Event)]);
  }
  if (view.plans.length > 0 && !told.has(view.round)) told.set(view.round, []);
  return [...told]
    .sort(([one], [other]) => other - one)
    .map(([round, events]) => {
      const texts = events.flatMap((event) => (event.kind === "declared" ? [event.texts] : []));
      const known = (round === view.round && view.plans.length > texts.length ? view.plans : texts).filter((said) =>
        said.some((text) => text !== null && text !== NO_PLAN),
      );
      return {
        round,
        isOver: events.some(({ kind }) => kind === "counted"),
        players: view.armies.map((_, index) => ({
          seat: index + 1,
          said: known.map((said) => (said[index] === NO_PLAN ? "" : (said[index] ?? null))),
          did: events.flatMap((event) =>
            event.kind === "marched" && event.seat === index + 1 ? [wayWords(event)] : [],
          ),
        })),
      };
    })
    .filter(({ isOver, players }) => isOver || players.some(({ said }) => said.length > 0));
}

/** The units of every seat at the beginning and after every round: a list per seat. */
export function unitsByRound(view: Seen, entries: readonly Entry[]): number[][] {
  const counts = eventsIn<Event>(entries).flatMap((event) => (event.kind === "counted" ? [event.units] : []));
  const begin = view.setup?.config.starting_units ?? 0;
  return view.armies.map((_, index) => [begin, ...counts.map((units) => units[index] ?? 0)]);
}
