/** Dice of an exchange, side by side as they are compared: alike pairs counted together, so that hundreds fit. Pure. */

import type { Of } from "../../api";

export type Fought = Of<"risky_stars", "Fought">;

/** Alike pairs; a side without a die is null, and what stands there is ignored. */
export interface Pair {
  attack: number | null;
  defence: number | null;
  count: number;
  /** Which side loses a unit for each of them. */
  loser: "attack" | "defence" | null;
}

/** So many pairs are shown one by one. */
export const FEW = 10;

/** Both sides come sorted from high to low, so alike pairs are neighbours, and there are nineteen kinds at most. */
export function pairs(fought: Pick<Fought, "attack" | "defence" | "attack_lost" | "defence_lost">): Pair[] {
  const { attack, defence } = fought;
  const length = Math.max(attack.length, defence.length);
  const isShort = length <= FEW;
  const found: Pair[] = [];
  for (let index = 0; index < length; index += 1) {
    const [mine, theirs] = [attack[index] ?? null, defence[index] ?? null];
    const before = found.at(-1);
    const isAlike = before !== undefined && before.attack === mine && before.defence === theirs;
    if (isAlike && !isShort) before.count += 1;
    else found.push({ attack: mine, defence: theirs, count: 1, loser: null });
  }
  const lower = found.reduce(
    (sum, { attack: a, defence: d, count }) => sum + (a !== null && d !== null && a < d ? count : 0),
    0,
  );
  // Who loses ties is not ours to know, but the losses tell.
  const tied = losses(fought).attack > lower ? "attack" : "defence";
  return found.map((pair) => ({ ...pair, loser: loserOf(pair, tied) }));
}

function loserOf({ attack, defence }: Pair, tied: "attack" | "defence"): Pair["loser"] {
  if (attack === null || defence === null) return null;
  return attack === defence ? tied : attack > defence ? "defence" : "attack";
}

/** Units that each side lost. */
export function losses({ attack_lost, defence_lost }: Pick<Fought, "attack_lost" | "defence_lost">): {
  attack: number;
  defence: number;
} {
  const sum = (lost: { readonly [seat: string]: number }): number =>
    Object.values(lost).reduce((all, units) => all + units, 0);
  return { attack: sum(attack_lost), defence: sum(defence_lost) };
}
