/** How boxes at a table are scrolled. */

import type { Attachment } from "svelte/attachments";

import type { Sitting } from "./sitting.svelte";

/** A box that begins at its top in every new phase, and at the end: then it stays where one reads. */
export function fromTop(sitting: Sitting): Attachment<HTMLElement> {
  return (box) => {
    if (!sitting.isOver) void sitting.phase;
    box.scrollTop = 0;
  };
}
