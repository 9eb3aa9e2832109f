/** The games there are: asked once, since they do not change while a page is open. */

import type { GameInfo } from "../api";
import * as calls from "../api/calls";

let asked: Promise<GameInfo[]> | null = null;

export function catalogue(): Promise<GameInfo[]> {
  asked ??= calls.games().catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}
