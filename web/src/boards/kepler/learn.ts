/** A guided first match. */

import type { LessonNow, LessonStep } from "../contract";
import { chosen } from "./adapter";
import type { View } from "./geometry";
import { ordersOf } from "./plan";

const viewOf = ({ table }: LessonNow): View => table.view as unknown as View;

/** The region with most of one's own fleets. */
function home(now: LessonNow): string | null {
  const fleets = Object.groupBy(viewOf(now).fleets[now.you - 1] ?? [], ({ region }) => region);
  const [largest] = Object.entries(fleets).sort(([, one], [, other]) => (other?.length ?? 0) - (one?.length ?? 0));
  return largest?.[0] ?? null;
}

const isMoving = ({ orders }: LessonNow): boolean => ordersOf(orders?.now.draft ?? null).some(({ to }) => to !== null);

export const steps: readonly LessonStep[] = [
  {
    text: "All your fleets are in one region. Select it.",
    point: home,
    isDone: (now) => chosen(now.selected, viewOf(now)) !== null || isMoving(now) || now.table.step > 0,
  },
  {
    text: "Now choose a neighbouring region to send one fleet there. The arrow shows the move; choose it again to send more.",
    point: () => null,
    isDone: (now) => isMoving(now) || now.table.step > 0,
  },
  {
    text: "You can send fleets to other regions, too. Keep one at home, then submit.",
    point: () => "submit",
    isDone: ({ table }) => table.step > 0,
  },
  {
    text: "Everyone moved at the same time. A region is yours while only you have fleets in it. So spread out.",
    point: () => "players",
    isDone: ({ table }) => table.step > 1,
  },
  {
    text: "Where players meet, all fleets there are lost, however many there are. One fleet can take ten with it.",
    point: () => null,
    isDone: ({ table }) => table.step > 2,
  },
  {
    text: "You win by holding enough regions at the end of a turn; the bars show how many. Now finish the match.",
    point: () => "players",
    isDone: ({ table }) => table.outcome !== null,
  },
];
