/** Orders of the past beside better ones, as moves to draw. Pure. */

import type { Advice } from "../contract";

/** A move of the order that was given, of the better one, or of both. */
export interface Advised<Move> {
  kind: Advice["kind"] | "both";
  seat: number;
  move: Move;
}

/** The moves of all orders; those that the orders share are told once. */
export function compared<Move>(
  advice: readonly Advice[],
  movesOf: (advice: Advice) => readonly Move[],
  isSame: (one: Move, other: Move) => boolean,
): Advised<Move>[] {
  const orders = advice.map((one) => ({ ...one, moves: movesOf(one) }));
  return orders.flatMap(({ kind, seat, moves }, index) =>
    moves.flatMap((move): Advised<Move>[] => {
      const others = orders.filter((other) => other.kind !== kind && other.moves.some((each) => isSame(each, move)));
      if (others.length === 0) return [{ kind, seat, move }];
      return index === 0 ? [{ kind: "both", seat, move }] : [];
    }),
  );
}
