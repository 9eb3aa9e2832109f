/** Choosing cards by their numbers: digits that are typed quickly belong together. Pure. */

/** Milliseconds after which a digit begins a new number. */
const PAUSE = 900;

export interface Typed {
  /** The digits so far, and when the last of them came. */
  digits: string;
  at: number;
}

/** What one more digit means: what is typed now, and the card in the hand that it names; null where it names none. */
export function type(
  { digits, at }: Typed,
  digit: string,
  now: number,
  hand: readonly number[],
): { typed: Typed; card: number | null } {
  const longer = now - at <= PAUSE ? digits + digit : digit;
  const named = [longer, digit].find((text) => hand.includes(Number(text)));
  const isBeginning = hand.some((card) => String(card).startsWith(longer));
  return {
    typed: { digits: isBeginning ? longer : digit, at: now },
    card: named === undefined ? null : Number(named),
  };
}
