/** Dice of an exchange, side by side as they are compared: the first ones as dice, of the others what they cost. Pure. */

import type { Of } from "../../api";
import { counted, listed } from "../../play/words";
import type { Known } from "./words";

export type Fought = Of<"risky_stars", "Fought">;

type Rolled = Pick<Fought, "attack" | "defence" | "attack_lost" | "defence_lost">;

/** Two dice that are compared, and which side loses a unit by it. */
export interface Pair {
  attack: number;
  defence: number;
  loser: "attack" | "defence";
}

/** Units that each side loses. */
export interface Toll {
  attack: number;
  defence: number;
}

/** So many pairs are shown as dice. */
export const MOST_PAIRS = 8;

/** Both sides come sorted from high to low, and are compared in that order; dice without a partner decide nothing. */
export function pairs(rolled: Rolled): Pair[] {
  const { attack, defence } = rolled;
  const found = Array.from({ length: Math.min(attack.length, defence.length) }, (_, index) => ({
    attack: attack[index] ?? 0,
    defence: defence[index] ?? 0,
  }));
  // Who loses ties is not ours to know, but the losses tell.
  const lower = found.filter((pair) => pair.attack < pair.defence).length;
  const tied = losses(rolled).attack > lower ? "attack" : "defence";
  return found.map((pair) => ({
    ...pair,
    loser: pair.attack === pair.defence ? tied : pair.attack > pair.defence ? "defence" : "attack",
  }));
}

/** What some pairs cost. */
export function toll(some: readonly Pair[]): Toll {
  const attack = some.filter(({ loser }) => loser === "attack").length;
  return { attack, defence: some.length - attack };
}

/** Units that each side lost. */
export function losses({ attack_lost, defence_lost }: Pick<Fought, "attack_lost" | "defence_lost">): Toll {
  const sum = (lost: { readonly [seat: string]: number }): number =>
    Object.values(lost).reduce((all, units) => all + units, 0);
  return { attack: sum(attack_lost), defence: sum(defence_lost) };
}

/** "you lose 5, Coral bot loses 7". */
export function tollWords(
  cost: Toll,
  { attackers, defender }: Pick<Fought, "attackers" | "defender">,
  known: Known,
): string {
  const side = (seats: readonly number[], units: number): string => {
    const names = seats.map((seat) => (seat === known.you ? "you" : (known.names[seat - 1] ?? `Seat ${seat}`)));
    const isOne = seats.length === 1 && seats[0] !== known.you;
    return `${listed(names)} ${isOne ? "loses" : "lose"} ${units === 0 ? "none" : units}`;
  };
  return `${side(attackers, cost.attack)}, ${side([defender], cost.defence)}`;
}

/** What is said of the pairs that are not shown as dice, and of dice without a partner; empty where all are shown. */
export function restWords(fought: Fought, known: Known): string {
  const rest = pairs(fought).slice(MOST_PAIRS);
  const spare = Math.abs(fought.attack.length - fought.defence.length);
  const told = [
    ...(rest.length > 0 ? [`…and ${counted(rest.length, "more pair")}: ${tollWords(toll(rest), fought, known)}.`] : []),
    ...(spare > 0 ? [`${counted(spare, "die", "dice")} without a partner.`] : []),
  ];
  return told.join(" ");
}

/** Of some exchanges, those worth watching: one's own before others', of each place the last. */
export function worthWatching(fights: readonly Fought[], you: number | null, most: number): Fought[] {
  const last = [...new Map(fights.map((fought) => [fought.place, fought])).values()];
  const isOwn = ({ attackers, defender }: Fought): boolean => you !== null && [...attackers, defender].includes(you);
  return [...last.filter((fought) => !isOwn(fought)), ...last.filter(isOwn)].slice(-most);
}
