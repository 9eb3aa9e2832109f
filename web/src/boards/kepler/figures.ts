/** What is worth remembering of a finished match. Pure. */

import type { Of } from "../../api";
import type { Figure, Finished } from "../contract";
import { eventsIn } from "../kit/stages";
import { ownerOf } from "./beats";
import type { View } from "./geometry";

type Event = Of<"kepler", "Event">;

/** Regions at the end, fleets destroyed and lost; who only watched sees the whole match. */
export function figures({ table, entries, you }: Finished): Figure[] {
  const { scores } = table.view as unknown as View;
  const conflicts = eventsIn<Event>(entries).flatMap((event) => (event.kind === "conflict" ? [event] : []));
  if (you === null) {
    return [
      { value: String(Math.max(...scores)), label: "most regions at the end" },
      { value: String(conflicts.length), label: "conflicts" },
      { value: String(conflicts.flatMap(({ removed }) => removed).length), label: "fleets lost by all" },
    ];
  }
  const fallen = conflicts.filter(({ seats }) => seats.includes(you)).flatMap(({ removed }) => removed);
  const lost = fallen.filter((fleet) => ownerOf(fleet) === you).length;
  return [
    { value: String(scores[you - 1] ?? 0), label: "regions at the end" },
    { value: String(fallen.length - lost), label: "fleets destroyed" },
    { value: String(lost), label: "fleets lost" },
  ];
}
