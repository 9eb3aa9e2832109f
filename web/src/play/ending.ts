/** How a match ended, as it is said to whoever looks. No DOM. */

import type { Outcome } from "../api";
import { listed } from "./words";

export type Ending = "won" | "shared" | "lost" | "watched";

export function endingFor({ winners }: Outcome, you: number | null): Ending {
  if (you === null) return "watched";
  if (!winners.includes(you)) return "lost";
  return winners.length > 1 ? "shared" : "won";
}

/** "You won", "You lost", "You and Ada won together", "Ada won"; players are marks. */
export function headline(outcome: Outcome, you: number | null): string {
  const { winners } = outcome;
  const others = winners.filter((seat) => seat !== you).map((seat) => `⟦${seat}⟧`);
  switch (endingFor(outcome, you)) {
    case "won":
      return "You won";
    case "shared":
      return `You and ${listed(others)} won together`;
    case "lost":
      return winners.length === 0 ? "Nobody won" : "You lost";
    case "watched":
      return winners.length === 0 ? "Nobody won" : `${listed(others)} won${winners.length > 1 ? " together" : ""}`;
  }
}
