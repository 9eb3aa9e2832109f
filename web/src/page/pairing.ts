/** Playing a person with one click: at a table where somebody waits, or at a new one where others find me. */

import type { GameInfo } from "../api";
import * as calls from "../api/calls";
import { ServerSaid } from "../api/problems";
import { forAnybody, waitsForAnybody } from "../play/pairing";
import { mine } from "./home.svelte";
import { open } from "./opening";
import { person } from "./person.svelte";
import { address } from "./route";
import { router } from "./router.svelte";

/** How many tables are tried: others may be quicker at each of them. */
const MOST = 10;

export async function playPerson(game: GameInfo): Promise<void> {
  await person.come();
  const waiting = mine.at.mine?.find((line) => line.game === game.slug && waitsForAnybody(line, game));
  if (waiting !== undefined) {
    router.go(address.table(waiting.id));
    return;
  }
  const { matches } = await calls.matches({
    game: game.slug,
    status: "open",
    to_join: true,
    pace: "none",
    limit: MOST,
  });
  for (const { id } of matches.filter((line) => waitsForAnybody(line, game))) {
    try {
      await calls.join(id);
      router.go(address.table(id));
      return;
    } catch (error) {
      if (!(error instanceof ServerSaid)) throw error; // else somebody was quicker
    }
  }
  await open(game, forAnybody(game));
}
