/** Orders of the past, as something to draw or to say. Pure. */

import type { Json } from "../../api";
import type { Order } from "./adapter";
import { bodyThing, placeThing } from "./geometry";

/** An army on its way, or, without a beginning, a mark at a place or a body. */
export interface Drawn {
  from: string | null;
  to: string;
  text: string;
}

export function drawn(given: Json): Drawn[] {
  const order = given as unknown as Order;
  switch (order.kind) {
    case "move":
      return [{ from: placeThing(order.source), to: placeThing(order.target), text: String(order.units) }];
    case "buy":
      return Object.entries(order.units).map(([name, units]) => ({
        from: null,
        to: placeThing(name),
        text: `+${units}`,
      }));
    case "upgrade":
      return [{ from: null, to: bodyThing(order.body), text: "upgrade" }];
    case "post":
      return [{ from: null, to: bodyThing(order.body), text: "hero" }];
    case "recall":
      return [{ from: null, to: bodyThing(order.body), text: "recall" }];
    default:
      return [];
  }
}

const UNDRAWN: { readonly [Kind in Order["kind"]]?: string } = {
  end: "end the turn",
  propose: "propose an alliance",
  accept: "accept an alliance",
  decline: "decline an alliance",
  withdraw: "withdraw a proposal",
  leave: "leave the alliance",
};

/** What to say of an order that is not drawn; null for any other. */
export function undrawn(given: Json): string | null {
  return UNDRAWN[(given as unknown as Order).kind] ?? null;
}
