/** The board of Orbit Simulator. */

import type { BoardModule } from "../contract";
import { hulls, locate, standings } from "./adapter";
import { beats } from "./beats";
import { figures } from "./figures";
import Board from "./Board.svelte";
import Panel from "./Panel.svelte";

export const board: BoardModule = {
  Board,
  Panel,
  beats,
  locate,
  standings,
  submit: "Execute turn",
  moves: ["allocated", "returned", "vented", "rotated", "moved", "scooped", "order_drawn"],
  figures,
  sounds: {
    moved: "move",
    laser: "shot",
    railgun: "shot",
    missiles: "shot",
    hit: "clash",
    overheated: "clash",
    destroyed: "explosion",
  },
  course: { title: "Hull", values: hulls },
  learn: async () => (await import("./learn")).steps,
};
