/** A guided first match. */

import type { LessonNow, LessonStep } from "../contract";
import { seen } from "./adapter";
import { placeThing } from "./geometry";
import { planOf, type Plan } from "./plan";

function plan({ orders }: LessonNow): Plan | null {
  return orders === null ? null : planOf(orders.now.draft, orders.now.options);
}

/** Has the player done something of a kind, or begun to? */
function has(now: LessonNow, kind: string, isGiven: boolean): boolean {
  const isDrafted = !isGiven && plan(now)?.draft.kind === kind;
  return isDrafted || now.entries.some((entry) => entry.kind === "turn" && entry.orders.some((given) => isOf(given, now.you, kind)));
}

function isOf({ seat, order }: { seat: number; order: unknown }, you: number, kind: string): boolean {
  return seat === you && (order as { kind?: unknown } | null)?.kind === kind;
}

/** The first place that an army can leave. */
function launch(now: LessonNow): string | null {
  const source = plan(now)?.marches.keys().next().value;
  return source === undefined ? null : placeThing(source);
}

/** A place that the chosen army can go to, and that nobody has. */
function free(now: LessonNow): string | null {
  const view = seen(now.table);
  const march = [...(plan(now)?.marches ?? [])].find(([source]) => placeThing(source) === now.selected)?.[1];
  const number = view.setup?.sites.findIndex(({ name, body }, place) => {
    const isFree = (view.places[place]?.possessor ?? 0) === 0;
    return body != null && isFree && march?.targets.has(name);
  });
  const name = number === undefined ? undefined : view.setup?.sites[number]?.name;
  return name === undefined ? null : placeThing(name);
}

function home(now: LessonNow): string | null {
  const view = seen(now.table);
  const number = view.places.findIndex(({ possessor }) => possessor === now.you);
  const name = view.setup?.sites[number]?.name;
  return name === undefined ? null : placeThing(name);
}

function round({ table }: LessonNow): number {
  return seen(table).round;
}

export const steps: readonly LessonStep[] = [
  {
    text: "Your regions bring resources, and resources buy units. Tap a region of your home planet to place new units there.",
    point: home,
    isDone: (now) => has(now, "buy", false) || has(now, "end", true),
  },
  {
    text: "Tap more of them to share the units out, then give the order. It takes effect at once.",
    point: () => "submit",
    isDone: (now) => has(now, "buy", true) || has(now, "end", true),
  },
  {
    text: "Now move. Tap one of your regions: where its units can go lights up.",
    point: launch,
    isDone: (now) => has(now, "move", false) || (now.selected !== null && launch(now) !== null && plan(now)?.marches.has(now.selected.slice(6)) === true) || round(now) > 1,
  },
  {
    text: "Tap a free body, and give the order. It is yours as soon as your units are there, and brings what you lack: metals from planetoids, fuel from gas giants and comets.",
    point: free,
    isDone: (now) => has(now, "move", true) || round(now) > 1,
  },
  {
    text: "Send an army to each of the other bodies: one from every region. Then end your turn.",
    point: () => "submit",
    isDone: (now) => round(now) > 1,
  },
  {
    text: "Go on through the lanes, by way of their mouths. Where an enemy stands you attack: look at the odds before you give the order.",
    point: () => "tab-Move",
    isDone: (now) => round(now) > 3,
  },
  {
    text: "Whoever has more than half of all regions wins, or the most after the last round. Play it to the end.",
    point: () => "players",
    isDone: ({ table }) => table.outcome !== null,
  },
];
