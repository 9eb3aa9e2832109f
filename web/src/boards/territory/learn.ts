/** A guided first match. */

import type { LessonNow, LessonStep } from "../contract";
import { scene, seen, type Square } from "./adapter";
import { planOf } from "./plan";

function squares({ table }: LessonNow): Square[] {
  return scene(seen(table), []);
}

/** The own square with the most units. */
function home(now: LessonNow): string | null {
  const own = squares(now).filter(({ seat }) => seat === now.you);
  return own.sort((one, other) => other.units - one.units)[0]?.thing ?? null;
}

function hasSent({ orders }: LessonNow): boolean {
  const plan = orders === null ? null : planOf(orders.now.draft, orders.now.options, 1);
  return plan !== null && plan.sent.length > 0;
}

export const steps: readonly LessonStep[] = [
  {
    text: "A round begins with words. Write what you are about to do, true or not, and submit: everybody will read it.",
    point: () => "declaration",
    isDone: ({ table }) => table.step > 0,
  },
  {
    text: "Now for deeds. Tap your square to choose the units in it.",
    point: home,
    isDone: (now) => now.selected === home(now) || hasSent(now) || now.table.step > 1,
  },
  {
    text: "Tap a square beside it, and they will go there. Send all but one: then you hold both squares.",
    point: () => null,
    isDone: (now) => hasSent(now) || now.table.step > 1,
  },
  {
    text: "Change how many go if you like, then submit. Everybody moves at the same moment.",
    point: () => "submit",
    isDone: ({ table }) => table.step > 1,
  },
  {
    text: "Every square with units has made a new one; a square with a crystal makes two. So spread out, and take the crystals.",
    point: (now) => squares(now).find(({ isResource, seat }) => isResource && seat === null)?.thing ?? null,
    isDone: ({ table }) => table.step > 3,
  },
  {
    text: "Where armies meet, the largest keeps the square, less as many units as the second largest brought. Look who did what they said.",
    point: () => "words",
    isDone: ({ table }) => table.step > 5,
  },
  {
    text: "Have more units than all others together, or the most after the last round. Play it to the end.",
    point: () => "players",
    isDone: ({ table }) => table.outcome !== null,
  },
];
