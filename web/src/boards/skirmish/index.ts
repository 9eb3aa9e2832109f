/** The board of Stellar Skirmish. */

import { isOnlyOrder } from "../../play/alternatives";
import type { BoardModule } from "../contract";
import { locate, scores, standings } from "./adapter";
import { beats } from "./beats";
import Board from "./Board.svelte";
import { figures } from "./figures";
import Panel from "./Panel.svelte";

export const board: BoardModule = {
  Board,
  Panel,
  beats,
  locate,
  givesItself: ({ options }) => isOnlyOrder(options),
  standings,
  course: { title: "Victory points", values: scores },
  figures,
  sounds: { card: "card", won: "gain", tied: "clash", claimed: "move", added: "move" },
  learn: async () => (await import("./learn")).steps,
};
