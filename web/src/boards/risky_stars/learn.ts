/** A guided first match. */

import type { LessonNow, LessonStep } from "../contract";
import { seen } from "./adapter";
import { layout, placeOf, placeThing } from "./geometry";
import { planOf, type Plan } from "./plan";

function plan({ orders }: LessonNow): Plan | null {
  return orders === null ? null : planOf(orders.now.draft, orders.now.options);
}

/** Has the player done something of a kind, or begun to? */
function has(now: LessonNow, kind: string, isGiven: boolean): boolean {
  const isDrafted = !isGiven && plan(now)?.draft.kind === kind;
  return (
    isDrafted ||
    now.entries.some((entry) => entry.kind === "turn" && entry.orders.some((given) => isOf(given, now.you, kind)))
  );
}

function isOf({ seat, order }: { seat: number; order: unknown }, you: number, kind: string): boolean {
  return seat === you && (order as { kind?: unknown } | null)?.kind === kind;
}

/** Of some places, the one that is drawn lowest: what is said stands above the map, and covers its top. */
function lowest(now: LessonNow, isMeant: (name: string, place: number) => boolean): string | null {
  const { setup } = seen(now.table);
  if (setup === null) return null;
  const { places } = layout(setup);
  const meant = setup.sites
    .map(({ name }, place) => ({ name, place }))
    .filter(({ name, place }) => isMeant(name, place));
  meant.sort((one, other) => (places[other.place]?.y ?? 0) - (places[one.place]?.y ?? 0));
  return meant[0] === undefined ? null : placeThing(meant[0].name);
}

/** A place that an army can leave. */
function launch(now: LessonNow): string | null {
  const marches = plan(now)?.marches;
  return lowest(now, (name) => marches?.has(name) ?? false);
}

/** A place that the chosen army can go to, and that nobody has. */
function free(now: LessonNow): string | null {
  const { places, setup } = seen(now.table);
  const targets = plan(now)?.marches.get(placeOf(now.selected) ?? "")?.targets;
  return lowest(now, (name, place) => {
    const isFree = (places[place]?.possessor ?? 0) === 0 && setup?.sites[place]?.body != null;
    return isFree && (targets?.has(name) ?? false);
  });
}

function home(now: LessonNow): string | null {
  const { places } = seen(now.table);
  return lowest(now, (_, place) => places[place]?.possessor === now.you);
}

function isLaunching(now: LessonNow): boolean {
  return plan(now)?.marches.has(placeOf(now.selected) ?? "") ?? false;
}

function round({ table }: LessonNow): number {
  return seen(table).round;
}

export const steps: readonly LessonStep[] = [
  {
    text: "Regions bring resources, and resources buy units. On your turn, choose one of your regions to buy units there.",
    point: home,
    isDone: (now) => has(now, "buy", false) || has(now, "end", true),
  },
  {
    text: "Choose more regions to share the units, then submit the order. It takes effect at once.",
    point: () => "submit",
    isDone: (now) => has(now, "buy", true) || has(now, "end", true),
  },
  {
    text: "Now move. Choose one of your regions: the places its units can reach light up. One unit always stays.",
    point: launch,
    isDone: (now) => has(now, "move", false) || isLaunching(now) || round(now) > 1,
  },
  {
    text: "Choose a free body, or drag there, and submit the order. Planetoids bring metals; gas giants and comets bring fuel.",
    point: free,
    isDone: (now) => has(now, "move", true) || round(now) > 1,
  },
  {
    text: "Every region can send one army per turn. Take the other bodies, then end your turn.",
    point: () => "submit",
    isDone: (now) => round(now) > 1,
  },
  {
    text: "Lanes start at the small squares. Moving to a place with enemy units is an attack: look at the odds first.",
    point: () => "tab-Move",
    isDone: (now) => round(now) > 3,
  },
  {
    text: "You win with more than half of all regions, or with the most after the last round. Now finish the match.",
    point: () => "players",
    isDone: ({ table }) => table.outcome !== null,
  },
];
