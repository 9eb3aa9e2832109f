/** What board and panel are about at the moment, beside what is selected: what a tap on the map means. */

import type { Order } from "./adapter";

export const TABS = ["Buy", "Move", "Upgrade", "Heroes", "Diplomacy"] as const;
export type Tab = (typeof TABS)[number];

/** Where an order is composed; what ends a turn belongs nowhere. */
export const TAB_OF: { readonly [Kind in Order["kind"]]: Tab | null } = {
  end: null,
  buy: "Buy",
  move: "Move",
  upgrade: "Upgrade",
  post: "Heroes",
  recall: "Heroes",
  propose: "Diplomacy",
  accept: "Diplomacy",
  decline: "Diplomacy",
  withdraw: "Diplomacy",
  leave: "Diplomacy",
};

class Desk {
  tab = $state<Tab>("Buy");
  /** Did somebody open the tab while they waited? Then their turn begins with it. */
  isOpenedAhead = false;
}

export const desk = new Desk();
