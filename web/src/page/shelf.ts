/** My matches as home shows them, with what this browser remembers of them. */

import type { MatchLine } from "../api";
import { pastimesIn } from "../play/pastimes";
import { forgetPictures } from "../play/pictures";
import { shelved, type Shelves } from "../play/shelves";
import { drawer } from "./drawer";
import { hidden } from "./hidden.svelte";

export function shelvesOf(mine: readonly MatchLine[]): Shelves {
  return shelved(mine, hidden.has, pastimesIn(drawer));
}

export function showHidden(): void {
  hidden.showAll();
}

/** Keep pictures of the matches that are listed, and of no others. */
export function tidy(mine: readonly MatchLine[]): void {
  forgetPictures(drawer, new Set(mine.map(({ id }) => id)));
}
