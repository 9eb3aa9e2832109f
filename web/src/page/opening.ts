/** Going to the table of a match that was just made: with what the answer said, so that nothing is asked for twice. */

import type { GameInfo, NewMatch, NewMatchMade } from "../api";
import * as calls from "../api/calls";
import { person } from "./person.svelte";
import { address } from "./route";
import { router } from "./router.svelte";

export interface Opened extends NewMatchMade {
  game: GameInfo;
}

let opened: Opened | null = null;

/** Make a match and go to its table. */
export async function open(game: GameInfo, match: NewMatch, to: (id: string) => string = address.table): Promise<void> {
  await person.come();
  opened = { ...(await calls.make(game.slug, match)), game };
  router.go(to(opened.match.id));
}

/** What is known of a match that was just made, the first time somebody asks. */
export function takeOpened(id: string): Opened | null {
  const found = opened?.match.id === id ? opened : null;
  opened = null;
  return found;
}
