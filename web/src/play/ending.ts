/** How a match ended, as it is said to whoever looks. No DOM. */

import type { Outcome } from "../api";
import { listed } from "./words";

export type Ending = "won" | "shared" | "lost" | "watched";

export function endingFor({ winners }: Outcome, you: number | null): Ending {
  if (you === null) return "watched";
  if (!winners.includes(you)) return "lost";
  return winners.length > 1 ? "shared" : "won";
}

/** "You won", "You resigned", "You and Ada won together", "Ada won", "A draw"; players are marks. */
export function headline(outcome: Outcome, you: number | null, resigned: readonly number[] = []): string {
  const others = outcome.winners.filter((seat) => seat !== you).map((seat) => `⟦${seat}⟧`);
  switch (endingFor(outcome, you)) {
    case "won": {
      const [, quitter, ...more] = outcome.ranking.flat();
      const isDuel = outcome.reason === "resignation" && more.length === 0;
      return isDuel ? `⟦${quitter}⟧ resigned: you won` : "You won";
    }
    case "shared":
      return `You and ${listed(others)} won together`;
    case "lost":
      if (you !== null && resigned.includes(you)) return "You resigned";
      return others.length === 0 ? undecided(outcome) : "You lost";
    case "watched":
      return others.length === 0 ? undecided(outcome) : `${listed(others)} won${others.length > 1 ? " together" : ""}`;
  }
}

function undecided({ reason, ranking }: Outcome): string {
  return reason === "agreed_draw" || (ranking[0]?.length ?? 0) > 1 ? "A draw" : "Nobody won";
}

/** How what the server says of a player continues after "you". */
const VERBS: { readonly [verb: string]: string } = { wins: "win", draws: "draw", has: "have", was: "were" };

/** A sentence of the server, which calls everybody by name, as it is said to one of them. */
export function saidTo(you: number | null, text: string): string {
  return text.replaceAll(/⟦(\d+)⟧(?: (\w+))?/g, (said, seat: string, next: string | undefined, at: number) => {
    if (Number(seat) !== you) return said;
    const before = text.slice(0, at).trimEnd();
    const who = before === "" || /[.!?]$/.test(before) ? "You" : "you";
    return next === undefined ? who : `${who} ${VERBS[next] ?? next}`;
  });
}
