/** The board of Kepler's Horizon. */

import type { BoardModule } from "../contract";
import { locate, summedUp } from "./adapter";
import { beats } from "./beats";
import Board from "./Board.svelte";
import type { View } from "./geometry";
import { figures } from "./figures";
import Panel from "./Panel.svelte";
import { standings } from "./standings";

export const board: BoardModule = {
  Board,
  Panel,
  beats,
  locate,
  fates: summedUp,
  standings: (view) => standings(view as View),
  moves: ["moved", "departed"],
  course: { title: "Regions held", values: (view) => (view as View).scores },
  figures,
  sounds: { moved: "move", bounced: "clash", conflict: "clash" },
  learn: async () => (await import("./learn")).steps,
};
