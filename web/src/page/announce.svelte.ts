/** What a screen reader is told without being asked. */

import { untrack } from "svelte";

class Announcer {
  text = $state("");

  /** A text that is told twice is read twice: a space that nobody hears makes it new. */
  say(text: string): void {
    this.text = text === untrack(() => this.text) ? `${text}\u00a0` : text;
  }
}

export const announcer = new Announcer();
