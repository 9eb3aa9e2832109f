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
    text: "All your units are in one square. Select it.",
    point: home,
    isDone: (now) => now.selected === home(now) || hasSent(now) || now.table.step > 1,
  },
  {
    text: "Choose a neighbouring square to send them there. Send all but one, so that you hold both squares.",
    point: () => null,
    isDone: (now) => hasSent(now) || now.table.step > 1,
  },
  {
    text: "Change how many go if you like, then submit. Everyone moves at the same time.",
    point: () => "submit",
    isDone: ({ table }) => table.step > 1,
  },
  {
    text: "Every square with units has produced one more; a square with a crystal produces two. So spread out and take the crystals.",
    point: (now) => squares(now).find(({ isResource, seat }) => isResource && seat === null)?.thing ?? null,
    isDone: ({ table }) => table.step > 3,
  },
  {
    text: "Where armies meet, the largest takes the square and loses as many units as the second largest had.",
    point: () => "words",
    isDone: ({ table }) => table.step > 5,
  },
  {
    text: "Among people, every round begins with declarations: say what you plan, true or not, and see who does what they said. Bots do not listen, so against them you are not asked.",
    point: () => null,
    isDone: ({ table }) => table.step > 7 || table.outcome !== null,
  },
  {
    text: "You win with more units than all others together, or with the most after the last round. Now finish the match.",
    point: () => "players",
    isDone: ({ table }) => table.outcome !== null,
  },
];
