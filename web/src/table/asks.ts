/** What waits for somebody at a table, in sentences: draws, pauses, free seats, rematches. Pure. */

import { listed } from "../play/words";

export interface Asking {
  /** The seat one looks from; null for those who only watch. */
  you: number | null;
  isOver: boolean;
  hasResigned: boolean;
  /** Who offers a draw or agrees to one, and who asks for a pause. */
  offers: readonly number[];
  pauses: readonly number[];
  isStopped: boolean;
  /** Seats of a running match that nobody has any more. */
  free: readonly number[];
  rematch: string | null;
}

export type Deed = "agree" | "withdrawDraw" | "pause" | "withdrawPause" | "resume" | "takeSeat" | "goOn";

export interface Ask {
  /** Says which it is, so that whoever has put it aside is not shown it again until it changes. */
  key: string;
  /** What it is about: of each there is one at a time, and while it changes it keeps its place. */
  about: string;
  /** With marks. */
  text: string;
  deed: Deed;
  label: string;
  seat: number | null;
  /** Is it one's own request, to be taken back? Nobody puts that aside. */
  isOwn: boolean;
}

const marks = (seats: readonly number[]): string => listed(seats.map((seat) => `⟦${seat}⟧`));
const verb = (seats: readonly number[], one: string, many: string): string => (seats.length === 1 ? one : many);

const OWN: readonly Deed[] = ["withdrawDraw", "withdrawPause"];

export function asksOf(now: Asking): Ask[] {
  const { you, isOver, offers, pauses, free, rematch } = now;
  const asks: Ask[] = [];
  const ask = (about: string, text: string, deed: Deed, label: string, seat: number | null = null): void =>
    void asks.push({ key: `${about} ${text}`, about, text, deed, label, seat, isOwn: OWN.includes(deed) });
  if (isOver) {
    if (rematch !== null) ask("rematch", "A rematch is ready.", "goOn", "Go to the rematch");
    return asks;
  }
  if (you !== null && !now.hasResigned) {
    if (offers.includes(you)) ask("draw", "You offered a draw.", "withdrawDraw", "Withdraw the offer");
    else if (offers.length > 0)
      ask("draw", `${marks(offers)} ${verb(offers, "offers", "offer")} a draw.`, "agree", "Agree to a draw");
    if (now.isStopped) ask("pause", "The clock is stopped.", "resume", "Resume the clock");
    else if (pauses.includes(you)) ask("pause", "You asked for a pause.", "withdrawPause", "Withdraw the request");
    else if (pauses.length > 0)
      ask("pause", `${marks(pauses)} ${verb(pauses, "asks", "ask")} for a pause.`, "pause", "Agree to a pause");
  }
  if (you === null)
    for (const seat of free) ask(`seat ${seat}`, `The seat of ⟦${seat}⟧ is free.`, "takeSeat", "Take it over", seat);
  return asks;
}

/** In the order in which they came: nothing moves because something is new. */
export function inOrder(before: readonly Ask[], asks: readonly Ask[]): Ask[] {
  const known = before.map(({ about }) => about);
  const rank = ({ about }: Ask): number => (known.includes(about) ? known.indexOf(about) : known.length);
  return asks.toSorted((one, other) => rank(one) - rank(other));
}
