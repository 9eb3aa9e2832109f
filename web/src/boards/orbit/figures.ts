/** What is worth remembering of a finished match. Pure. */

import type { Entry, Of } from "../../api";
import type { Figure, Finished } from "../contract";
import { eventsIn } from "../kit/stages";
import type { View } from "./things";

type Event = Of<"orbit", "Event">;

/** Hull that is left, hits landed, the hottest moment; who only watched sees the whole match. */
export function figures({ table, entries, you }: Finished): Figure[] {
  const { ships } = table.view as View;
  const events = eventsIn<Event>(entries);
  const isTheirs = (seat: number): boolean => you === null || seat === you;
  const heat = Math.max(
    0,
    ...events.flatMap((event) => ("seat" in event && isTheirs(event.seat) ? [heatIn(event)] : [])),
    ...ships.map((ship, index) => (isTheirs(index + 1) ? (ship?.heat ?? 0) : 0)),
  );
  const hull = you === null ? Math.max(...ships.map((ship) => ship?.hull ?? 0)) : (ships[you - 1]?.hull ?? 0);
  return [
    { value: String(hull), label: you === null ? "hull of the best" : "hull left" },
    { value: String(entries.reduce((sum, entry) => sum + hits(entry, you), 0)), label: "hits landed" },
    { value: String(heat), label: "heat in the hottest moment" },
  ];
}

/** The heat that a ship had when this happened, as far as it tells. Shields take heat in without saying how much there is. */
function heatIn(event: Event): number {
  if (event.kind === "heated" || event.kind === "scorched") return event.heat;
  if (event.kind === "vented") return event.heat + event.amount;
  return event.kind === "overheated" ? event.damage : 0;
}

/** Ships that were hit in a turn in which a seat fired, or anybody. */
function hits(entry: Entry, seat: number | null): number {
  const events = eventsIn<Event>([entry]);
  const isTheirs = events.some((event) => event.kind === "fired" && (seat === null || event.seat === seat));
  return isTheirs ? events.filter(({ kind }) => kind === "hit").length : 0;
}
