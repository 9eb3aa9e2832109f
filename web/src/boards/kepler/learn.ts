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
    text: "All your fleets stand in one place. Tap it to choose them.",
    point: home,
    isDone: (now) => chosen(now.selected, viewOf(now)) !== null || isMoving(now) || now.table.step > 0,
  },
  {
    text: "Now tap a region beside it, and one fleet will go there. The arrow shows it; tap again to send more.",
    point: () => null,
    isDone: (now) => isMoving(now) || now.table.step > 0,
  },
  {
    text: "Send fleets to other regions, too, if you like, and keep one at home. Then submit.",
    point: () => "submit",
    isDone: ({ table }) => table.step > 0,
  },
  {
    text: "Everybody moved at the same moment. A region is yours while you alone have fleets in it. So spread out.",
    point: () => "players",
    isDone: ({ table }) => table.step > 1,
  },
  {
    text: "Where players meet, all fleets there are lost, however many there were. One fleet can take ten along with it.",
    point: () => null,
    isDone: ({ table }) => table.step > 2,
  },
  {
    text: "Hold enough regions at the end of a turn and you have won; the bars show how many. Play it to the end.",
    point: () => "players",
    isDone: ({ table }) => table.outcome !== null,
  },
];
