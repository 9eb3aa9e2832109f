/** What an entry of a match's history says, in sentences with marks. */

import type { Entry } from "../api";

/** `called`: what a player is called whom a history names, bots by their levels. */
export function told(entry: Entry, called: (player: string) => string): string[] {
  switch (entry.kind) {
    case "turn": {
      const missed = entry.missed.map((seat) => {
        const played = entry.orders.find((each) => each.seat === seat)?.notation ?? "";
        return `⟦${seat}⟧ gave no order${played === "" ? "." : `, so this was played: ${played}.`}`;
      });
      const drafted = entry.drafted ? ["Time ran out; your draft was played."] : [];
      return [...drafted, ...missed, ...entry.events.map(({ text }) => text)];
    }
    case "resignation":
      return [`⟦${entry.seat}⟧ resigned.`];
    case "take_over":
      return [`${called(entry.left)} left the match; ${called(entry.player)} plays in their place.`];
    case "agreed_draw":
      return ["Everyone agreed to a draw."];
  }
}
