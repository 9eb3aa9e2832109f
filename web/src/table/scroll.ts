/** How boxes at a table are scrolled. */

import type { Attachment } from "svelte/attachments";

import type { Sitting } from "./sitting.svelte";

/** A box that begins at its top in every new phase. */
export function fromTop(sitting: Sitting): Attachment<HTMLElement> {
  return (box) => {
    void sitting.phase;
    box.scrollTop = 0;
  };
}
