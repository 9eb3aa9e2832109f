/** What fights have cost. Pure. */

import type { Beat } from "../../play/reveals";

/** What every seat lost, by the place that was fought for. */
export type Losses = ReadonlyMap<string, readonly { seat: number; amount: number }[]>;

/** A mark and the gap after it, a digit, and the gap between two seats: of a number's size. */
const MARK = 0.95;
const DIGIT = 0.7;
const GAP = 0.45;

/** What is written of a loss, and where it begins: of a number's size. */
export interface Written {
  seat: number;
  text: string;
  left: number;
  /** Where the number begins after the mark. */
  number: number;
}

export function written(losses: readonly { seat: number; amount: number }[]): Written[] {
  let left = GAP / 2 - widthOfLosses(losses) / 2;
  return losses.map(({ seat, amount }) => {
    const text = textOf(amount);
    const part = { seat, text, left, number: MARK };
    left += MARK + DIGIT * text.length + GAP;
    return part;
  });
}

/** How wide losses are, of a number's size. */
export function widthOfLosses(losses: readonly { amount: number }[]): number {
  return losses.reduce((sum, { amount }) => sum + MARK + GAP + DIGIT * textOf(amount).length, 0);
}

function textOf(amount: number): string {
  return amount === 0 ? "0" : `−${amount}`;
}

/** The losses that some beats of this kind show. */
export function lossesIn(beats: readonly Beat[], kind: string): Losses {
  const found = new Map<string, { seat: number; amount: number }[]>();
  for (const { kind: shown, thing, seat, amount } of beats) {
    if (shown !== kind || thing === null || seat === null) continue;
    found.set(thing, [...(found.get(thing) ?? []), { seat, amount: amount ?? 0 }]);
  }
  return found;
}
