/** What board and panel are about at the moment, beside what is selected: what a tap on the map means. */

export const TABS = ["Buy", "Move", "Upgrade", "Heroes", "Diplomacy"] as const;
export type Tab = (typeof TABS)[number];

class Desk {
  tab = $state<Tab>("Buy");
}

export const desk = new Desk();
