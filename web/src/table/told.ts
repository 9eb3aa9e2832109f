/** What an entry of a match's history says, in sentences with marks. */

import type { Entry } from "../api";

export function told(entry: Entry): string[] {
  switch (entry.kind) {
    case "turn":
      return entry.events.map(({ text }) => text);
    case "resignation":
      return [`⟦${entry.seat}⟧ gave up.`];
    case "take_over":
      return [`${entry.player} took over seat ${entry.seat}.`];
    case "agreed_draw":
      return ["Everybody agreed to a draw."];
  }
}
