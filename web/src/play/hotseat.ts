/** Several people at one device: whose turn at it comes next. No DOM. */

import type { Table } from "../api";

/** Whoever still owes an order goes on; then it is the next of our seats that owes one. */
export function nextSeat(yours: readonly number[], { to_act, submitted, resigned }: Table, current: number): number {
  const owes = (seat: number): boolean =>
    to_act.includes(seat) && !submitted.includes(seat) && !resigned.includes(seat);
  const at = Math.max(0, yours.indexOf(current));
  const inOrder = [...yours.slice(at), ...yours.slice(0, at)];
  return inOrder.find(owes) ?? current;
}
