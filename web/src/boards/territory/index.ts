/** The board of Territory. */

import type { BoardModule } from "../contract";
import { armies, locate, standings } from "./adapter";
import { beats } from "./beats";
import Board from "./Board.svelte";
import { figures } from "./figures";
import Panel from "./Panel.svelte";
import { declarationOf } from "./plan";

export const board: BoardModule = {
  Board,
  Panel,
  beats,
  locate,
  submit: (draft, options) =>
    declarationOf(draft, options)?.text === "" ? { label: "Nothing this round", note: null } : null,
  // Bots do not listen. What was written here before they were alone is somebody's to give.
  givesItself: ({ draft, options }, isAlone) => isAlone && declarationOf(draft, options)?.text === "",
  standings,
  moves: ["marched"],
  course: { title: "Units", values: armies },
  figures,
  sounds: { marched: "move", fought: "clash", produced: "gain" },
  learn: async () => (await import("./learn")).steps,
};
