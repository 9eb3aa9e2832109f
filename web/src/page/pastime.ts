/** Waiting for somebody to come to an open table, and playing a bot meanwhile. */

import type { GameInfo, MatchLine, NewMatch } from "../api";
import * as calls from "../api/calls";
import { endPastime, passTime } from "../play/pastimes";
import { drawer } from "./drawer";
import { hidden } from "./hidden.svelte";
import { open } from "./opening";
import { address } from "./route";

/** Make a match that passes the time until somebody comes to a table. */
export function playMeanwhile(game: GameInfo, match: NewMatch, table: string): Promise<void> {
  return open(game, match, (id) => {
    passTime(drawer, table, id);
    return address.table(id);
  });
}

/** Somebody came: the match that passed the time has done its work. */
export async function setPastimeAside(table: string): Promise<void> {
  const match = endPastime(drawer, table);
  if (match === null) return;
  hidden.hide(match);
  try {
    const { status } = await calls.match(match);
    if (status === "playing") await calls.resign(match);
  } catch {
    // Then it ends by itself, as every match against bots does that nobody plays.
  }
}

/** Wait no longer: whoever made the table closes it, all others get up. */
export async function leaveLine({ id, seats }: MatchLine): Promise<void> {
  endPastime(drawer, id);
  const { may_edit } = await calls.match(id);
  const seat = seats.find(({ you }) => you)?.seat;
  if (may_edit) await calls.cancel(id);
  else if (seat !== undefined) await calls.leave(id, seat);
}
