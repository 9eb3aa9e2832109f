/** Who I am to the server. */

import type { Player } from "../api";
import * as calls from "../api/calls";

/** What the server takes. */
export const LONGEST_NAME = 40;

class Person {
  player = $state.raw<Player | null>(null);

  /** Did nobody give them a name yet? The server calls them by a number. */
  get isNameless(): boolean {
    return /^Guest \d+$/.test(this.player?.name ?? "");
  }

  /** Whoever comes for the first time becomes a guest. */
  async come(): Promise<void> {
    this.player ??= await calls.me();
  }

  async rename(name: string): Promise<void> {
    this.player = await calls.rename(name);
  }
}

export const person = new Person();
