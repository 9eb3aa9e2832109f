/** What is worth remembering of a finished match. Pure. */

import type { Of } from "../../api";
import type { Figure, Finished } from "../contract";
import { eventsIn } from "../kit/stages";
import { seen } from "./adapter";
import { unitsByRound } from "./rounds";

type Event = Of<"territory", "Event">;

/** Squares at the end, the most units at once, and fights won; who only watched sees the best of everybody. */
export function figures({ table, entries, you }: Finished): Figure[] {
  const view = seen(table);
  const units = unitsByRound(view, entries);
  const fights = eventsIn<Event>(entries).flatMap((event) => (event.kind === "fought" ? [event] : []));
  const own = fights.filter(({ forces }) => forces.some(([seat]) => seat === you));
  const most = String(Math.max(...(you === null ? units.flat() : (units[you - 1] ?? []))));
  return [
    you === null
      ? { value: String(Math.max(...view.squares)), label: "most squares at the end" }
      : { value: String(view.squares[you - 1] ?? 0), label: "squares at the end" },
    { value: most, label: "most units at once" },
    you === null
      ? { value: String(fights.length), label: "fights" }
      : { value: `${own.filter(({ winner }) => winner === you).length} of ${own.length}`, label: "fights won" },
  ];
}
