/** A guided first match. */

import type { LessonStep } from "../contract";

export const steps: readonly LessonStep[] = [
  {
    text: "A planet is at stake. Choose a ship to spend on it: each can be played only once.",
    point: () => "hand",
    isDone: ({ orders, table }) => (orders?.now.past.length ?? 0) > 0 || table.step > 0,
  },
  {
    text: "Below your hand you see which of the other ships would beat yours. When you are happy with your choice, submit.",
    point: () => "submit",
    isDone: ({ table }) => table.step > 0,
  },
  {
    text: "All cards were revealed together. The highest takes everything at stake, and all played cards are gone.",
    point: () => "report",
    isDone: ({ table }) => table.step > 1,
  },
  {
    text: "If the highest cards tie, no one wins: another planet joins the pot, and the next battle is for all of them. A bigger pot is worth a better ship.",
    point: () => null,
    isDone: ({ table }) => table.step > 2,
  },
  {
    text: "When all ships are spent, the most victory points win. Now finish the match.",
    point: () => null,
    isDone: ({ table }) => table.outcome !== null,
  },
];
