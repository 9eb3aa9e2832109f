/** Who plays when, as it was drawn (OS-23). */

import type { View } from "./things";

/** The order of turns in this round, by seats where none was drawn. */
function orderOf({ turn_orders: orders, ships }: View): readonly number[] {
  return orders[0] ?? ships.map((_, index) => index + 1);
}

/** Seats that still have a ship, in the order of their turns: from now on in this round, and in the next. */
export function turnsOf(view: View): readonly (readonly number[])[] {
  const [, ...later] = view.turn_orders;
  const now = orderOf(view);
  return [now.slice(now.indexOf(view.active)), ...later].map((seats) =>
    seats.filter((seat) => view.ships[seat - 1] !== null),
  );
}

/** How many turns a seat has had, while it has a ship and the match goes on. */
export function turnsPlayed(view: View, seat: number): number {
  const order = orderOf(view);
  return view.round - (order.indexOf(seat) < order.indexOf(view.active) ? 0 : 1);
}
