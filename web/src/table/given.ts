/** What a board is given to draw, now or of the past. */

import type { Entry, Table } from "../api";
import type { BoardProps } from "../boards/contract";
import { settings } from "../page/settings.svelte";
import type { Beat } from "../play/reveals";
import type { Sitting } from "./sitting.svelte";

/** What is on show: a table, what is shown of a reveal on it, and what has happened up to it. */
export interface Scene {
  readonly table: Table | null;
  readonly beats: readonly Beat[];
  readonly shown: readonly Entry[];
}

/** The props of a board, each read where it is used: whoever reads one follows that one only. */
export function givenAt(sitting: Sitting, scene: () => Scene): Omit<BoardProps, "selected"> {
  return {
    get table() {
      return scene().table as Table;
    },
    get names() {
      return sitting.names;
    },
    get you() {
      return sitting.you;
    },
    get orders() {
      return sitting.orders;
    },
    get beats() {
      return scene().beats;
    },
    get last() {
      return scene().shown.findLast((entry) => entry.kind === "turn") ?? null;
    },
    get entries() {
      return scene().shown;
    },
    get advice() {
      return sitting.advice;
    },
    get still() {
      return settings.motion === "off";
    },
  };
}
