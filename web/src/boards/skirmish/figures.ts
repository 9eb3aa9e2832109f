/** What is worth remembering of a finished match. Pure. */

import type { Of } from "../../api";
import type { Figure, Finished } from "../contract";
import { eventsIn } from "../kit/stages";
import { seen } from "./adapter";

type Event = Of<"skirmish", "Event">;

/** Points for and against, battles won, and the biggest pot; who only watched sees the two that were best. */
export function figures({ table, entries, you }: Finished): Figure[] {
  const { scores, setup } = seen(table);
  const events = eventsIn<Event>(entries);
  const worth = new Map((setup?.planets ?? []).map(({ id, victory_points }) => [id, victory_points]));
  const wins = events.flatMap((event) => (event.kind === "won" ? [event] : []));
  const battles = events.filter(({ kind }) => kind === "revealed").length;
  const pots = wins.map(({ planets }) => planets.reduce((sum, id) => sum + (worth.get(id) ?? 0), 0));
  const best = scores.toSorted((one, other) => other - one);
  const others = you === null ? [] : scores.toSpliced(you - 1, 1);
  return [
    you === null
      ? { value: `${best[0] ?? 0} : ${best[1] ?? 0}`, label: "VP of the best two" }
      : { value: `${scores[you - 1] ?? 0} : ${Math.max(...others)}`, label: "your VP to your best rival’s" },
    you === null
      ? { value: String(battles), label: "battles" }
      : { value: `${wins.filter(({ winner }) => winner === you).length} of ${battles}`, label: "battles won" },
    { value: `${Math.max(0, ...pots)} VP`, label: "in the biggest pot" },
  ];
}
