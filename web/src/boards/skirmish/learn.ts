/** A guided first match. */

import type { LessonStep } from "../contract";

export const steps: readonly LessonStep[] = [
  {
    text: "A planet is at stake. Raise the ship you would spend on it: each flies only once.",
    point: () => "hand",
    isDone: ({ orders, table }) => (orders?.now.past.length ?? 0) > 0 || table.step > 0,
  },
  {
    text: "Below your hand you see which of the other ships would beat yours. When you are content, submit.",
    point: () => "submit",
    isDone: ({ table }) => table.step > 0,
  },
  {
    text: "All cards were turned over together. The highest takes everything at stake, and every card that was played is gone.",
    point: () => "report",
    isDone: ({ table }) => table.step > 1,
  },
  {
    text: "A tie takes nothing: one more planet joins, and the next battle is for all of them. The larger the pot, the better the ship it is worth.",
    point: () => null,
    isDone: ({ table }) => table.step > 2,
  },
  {
    text: "Most victory points win when all ships are spent. Play it to the end.",
    point: () => null,
    isDone: ({ table }) => table.outcome !== null,
  },
];
