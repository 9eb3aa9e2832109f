/** What is worth remembering of a finished match. Pure. */

import type { Figure, Finished } from "../contract";
import { eventsIn } from "../kit/stages";
import type { Event, Seen } from "./adapter";
import { losses } from "./dice";

/** Regions at the end, units destroyed and lost, battles won; who only watched sees the whole match. */
export function figures({ table, entries, you }: Finished): Figure[] {
  const { regions } = table.view as Seen;
  const events = eventsIn<Event>(entries);
  const fights = events.filter((event) => event.kind === "fought");
  /** Who won each battle. */
  const decided = events.flatMap((event) => {
    if (event.kind === "held") return [event.possessor];
    return event.kind === "taken" && event.of != null ? [event.by] : [];
  });
  if (you === null) {
    const fallen = fights.map(losses).reduce((sum, { attack, defence }) => sum + attack + defence, 0);
    return [
      { value: String(Math.max(...regions)), label: "regions of the best" },
      { value: String(decided.length), label: "battles" },
      { value: String(fallen), label: "units lost by all" },
    ];
  }
  const lost = fights.reduce(
    (sum, fought) => sum + (fought.attack_lost[you] ?? 0) + (fought.defence_lost[you] ?? 0),
    0,
  );
  const destroyed = fights.reduce((sum, fought) => {
    const { attack, defence } = losses(fought);
    return sum + (fought.attackers.includes(you) ? defence : fought.defender === you ? attack : 0);
  }, 0);
  const won = decided.filter((seat) => seat === you);
  return [
    { value: String(regions[you - 1] ?? 0), label: "regions at the end" },
    { value: `${destroyed} to ${lost}`, label: "units destroyed and lost" },
    { value: String(won.length), label: "battles won" },
  ];
}
