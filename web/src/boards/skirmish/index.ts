/** The board of Stellar Skirmish. */

import { isOnlyOrder } from "../../play/alternatives";
import type { BoardModule } from "../contract";
import { cardIn, locate, scores, standings } from "./adapter";
import { beats } from "./beats";
import Board from "./Board.svelte";
import { figures } from "./figures";
import Panel from "./Panel.svelte";
import { short } from "./words";

export const board: BoardModule = {
  Board,
  Panel,
  beats,
  locate,
  // The first card is drafted before anybody has thought: the button says which one goes.
  submit: (draft) => {
    const card = cardIn(draft);
    return card === null ? null : { label: `Play the ${short(card)}`, note: null };
  },
  givesItself: ({ options }) => isOnlyOrder(options),
  standings,
  course: { title: "Victory points", values: scores },
  figures,
  sounds: { card: "card", won: "gain", tied: "clash", claimed: "move", added: "move" },
  learn: async () => (await import("./learn")).steps,
};
