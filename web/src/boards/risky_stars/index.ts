/** The board of Risky Stars. */

import type { BoardModule } from "../contract";
import { locate, regions, standings } from "./adapter";
import { beats } from "./beats";
import { figures } from "./figures";
import Board from "./Board.svelte";
import Panel from "./Panel.svelte";
import { submit } from "./plan";

export const board: BoardModule = {
  Board,
  Panel,
  beats,
  locate,
  standings,
  submit,
  moves: ["bought", "moved", "upgraded", "posted", "recalled"],
  figures,
  sounds: { bought: "gain", moved: "move", rolled: "dice", fought: "clash", taken: "gain", upgraded: "gain" },
  course: { title: "Regions", values: regions },
  learn: async () => (await import("./learn")).steps,
};
