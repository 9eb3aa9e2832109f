/** A guided first match. */

import type { LessonNow, LessonStep } from "../contract";
import { planOf } from "./plan";
import { MOVE, SUBSYSTEMS, shipThing, subsystemThing, TURNS, type View } from "./things";
import { turnsPlayed } from "./turns";

const shipOf = ({ table, you }: LessonNow) => (table.view as unknown as View).ships[you - 1] ?? null;

/** How many turns the learner has had: either player may begin. */
const turns = ({ table, you }: LessonNow) => turnsPlayed(table.view as unknown as View, you);

/** Has somebody moved energy about? */
function hasGiven(now: LessonNow): boolean {
  const ship = shipOf(now);
  if (ship === null || now.orders === null) return false;
  const { energy } = planOf(now.orders.now.draft, ship.energy);
  return SUBSYSTEMS.some((name) => energy[name] !== (ship.energy[name] ?? 0));
}

function isTurning(now: LessonNow): boolean {
  return planOf(now.orders?.now.draft ?? null, {}).rotate;
}

function isBurning(now: LessonNow): boolean {
  return planOf(now.orders?.now.draft ?? null, {}).move?.kind === "burn";
}

export const steps: readonly LessonStep[] = [
  {
    text: "This is your ship: select it. Each turn it drifts one sector, to the dashed outline.",
    point: ({ you }) => shipThing(you),
    isDone: (now) => now.selected !== null || hasGiven(now) || turns(now) > 0,
  },
  {
    text: "You have five free energy. Give one to the thrusters: press +.",
    point: () => subsystemThing("thrusters"),
    isDone: (now) => hasGiven(now) || turns(now) > 0,
  },
  {
    text: "Now they can turn your ship. Burns lead inward when you face backwards, and inner rings are shorter. Press Turn.",
    point: () => subsystemThing("thrusters"),
    isDone: (now) => isTurning(now) || turns(now) > 0,
  },
  {
    text: "Choose a light burn. The second outline is where you arrive when your next turn begins.",
    point: () => MOVE,
    isDone: (now) => isBurning(now) || turns(now) > 0,
  },
  {
    text: "Nothing has happened yet: change what you like and watch the results. Then execute the turn.",
    point: () => "submit",
    isDone: (now) => turns(now) > 0,
  },
  {
    text: "Your missiles have power. Press their name to aim them: the shaded area is in range, and you can fire at any ship in it.",
    point: () => subsystemThing("missiles"),
    isDone: (now) => now.selected === subsystemThing("missiles") || turns(now) > 1,
  },
  {
    text: "The order of turns is drawn for every round, and you see it a round ahead. Two turns in a row are a chance to arrive and fire before anybody can answer.",
    point: () => TURNS,
    isDone: (now) => turns(now) > 2,
  },
  {
    text: "Shields turn damage into heat, and heat damages your hull until you vent it. Rings close from the outside in, and a closed one heats every ship on it. The last ship wins.",
    point: () => "players",
    isDone: ({ table }) => table.outcome !== null,
  },
];
