/** A guided first match. */

import type { LessonNow, LessonStep } from "../contract";
import { seen } from "./adapter";
import { squareThing } from "./geometry";

/** The first square where one's own army stands. */
function own({ table, you }: LessonNow): string | null {
  const { owners } = seen(table);
  const index = owners.indexOf(you);
  const size = Math.round(Math.sqrt(owners.length));
  return index === -1 ? null : squareThing({ x: index % size, y: Math.floor(index / size) });
}

const isDeclaring = ({ orders }: LessonNow): boolean => field(orders, "kind") === "declare";
const hasCommands = ({ orders }: LessonNow): boolean => {
  const commands = field(orders, "commands");
  return Array.isArray(commands) && commands.length > 0;
};

function field(orders: LessonNow["orders"], name: string): unknown {
  const draft = orders?.now.draft ?? null;
  return typeof draft === "object" && draft !== null ? (draft as Record<string, unknown>)[name] : undefined;
}

export const steps: readonly LessonStep[] = [
  {
    text: "First everybody talks. Write what you are about to do, true or not, or say nothing, and submit.",
    point: () => "submit",
    isDone: ({ table }) => table.step > 0,
  },
  {
    text: "All words were shown together, and everybody may answer once more. Submit again.",
    point: () => "submit",
    isDone: (now) => now.orders !== null && !isDeclaring(now),
  },
  {
    text: "Now march in secret. Tap the square where your army stands.",
    point: own,
    isDone: (now) => now.selected !== null || hasCommands(now),
  },
  {
    text: "Tap a square beside it. Leave some units behind: every square with units produces more, those with a crystal twice as many.",
    point: () => null,
    isDone: hasCommands,
  },
  {
    text: "You have a few commands each round. Submit when you are content.",
    point: () => "submit",
    isDone: (now) => now.orders !== null && isDeclaring(now),
  },
  {
    text: "Where armies meet, the largest survives, less as many units as the second largest had. The most units win. Play it to the end.",
    point: () => "players",
    isDone: ({ table }) => table.outcome !== null,
  },
];
