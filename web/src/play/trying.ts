/** Trying a better order out: which match it is tried in, and the way back to where the analysis was. No DOM. */

import type { Json } from "../api";
import { draftsIn } from "./drafts";
import { attempt, type Drawer } from "./keeping";

/** A decision that an analysis tells of. */
export interface Decision {
  /** The step that it led to. */
  step: number;
  seat: number;
}

const TRIED = "armillary.tried";
const analysed = (match: string): string => `armillary.analysed.${match}`;

/** A match that was begun before a decision opens with the better order as its draft. */
export function prepare(drawer: Drawer, session: Drawer, match: string, seat: number, order: Json): void {
  draftsIn(drawer, match, seat).save({ step: 0, phase: "", ahead: false, order });
  attempt(() => session.setItem(TRIED, match));
}

/** Does this match begin with a better order that is to be tried? */
export function isPrepared(session: Drawer, match: string): boolean {
  return attempt(() => session.getItem(TRIED)) === match;
}

/** Remember what was looked at, for whoever comes back to the match. */
export function leaveAnalysis(session: Drawer, match: string, { step, seat }: Decision): void {
  attempt(() => session.setItem(analysed(match), JSON.stringify({ step, seat })));
}

/** What was looked at when the match was left; null where it was not left like that. It is good for one return. */
export function returnToAnalysis(session: Drawer, match: string): Decision | null {
  const kept = attempt(() => JSON.parse(session.getItem(analysed(match)) ?? "null") as Partial<Decision> | null);
  attempt(() => session.removeItem(analysed(match)));
  const { step, seat } = kept ?? {};
  return typeof step === "number" && typeof seat === "number" ? { step, seat } : null;
}
