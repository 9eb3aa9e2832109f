/** The board of Territory. */

import type { BoardModule } from "../contract";
import { armies, locate, standings } from "./adapter";
import { beats } from "./beats";
import Board from "./Board.svelte";
import Panel from "./Panel.svelte";

export const board: BoardModule = {
  Board,
  Panel,
  beats,
  locate,
  standings,
  moves: ["marched"],
  course: { title: "Units", values: armies },
  learn: async () => (await import("./learn")).steps,
};
