/** A finished match looked at afterwards: what the chart of it shows, and what is told of which step. No DOM. */

import type { Analysis, Entry } from "../api";
import { sample, type Point } from "./course";

/** The server counts to 10,000; people read 100 more easily. */
const SCALE = 100;

type Better = Analysis["steps"][number]["better"][number];

/** A decision, or a step that changed much: of each there is something to tell. */
export interface Moment {
  /** The step that it led to. */
  step: number;
  seat: number;
  isMine: boolean;
  isTurning: boolean;
  text: string;
  /** What would have been better; null where nothing was found. */
  better: Better | null;
}

/** What somebody did better or worse, mine first; then the turning points of which nothing better is known. */
export function moments({ steps, turning_points }: Analysis, you: number | null): Moment[] {
  const turning = new Map(turning_points.map((point) => [point.step, point]));
  const decisions = steps.flatMap(({ step, better }) =>
    better.map((each) => ({
      step,
      seat: each.seat,
      isMine: each.seat === you,
      isTurning: turning.has(step),
      text: each.seat === you ? each.text.replace(`⟦${you}⟧ chose`, "You chose") : each.text,
      better: each,
    })),
  );
  const told = new Set(decisions.map(({ step }) => step));
  const others = turning_points
    .filter(({ step }) => !told.has(step))
    .map(({ step, seat, text }) => ({ step, seat, isMine: seat === you, isTurning: true, text, better: null }));
  return [...decisions, ...others].sort(
    (one, other) =>
      Number(other.isMine) - Number(one.isMine) ||
      Number(one.better === null) - Number(other.better === null) ||
      one.step - other.step,
  );
}

/** How everybody stood, from -100 to 100: at the end of rounds, and wherever there is something to tell. */
export function standing(analysis: Analysis, entries: readonly Entry[]): Point[] {
  const rounds = new Map(entries.map(({ step, phase }) => [step, phase.round]));
  const shown = new Set([...sample(entries), ...moments(analysis, null).map(({ step }) => step)]);
  return analysis.steps
    .filter(({ step }) => shown.has(step))
    .map(({ step, worth }) => ({
      step,
      round: rounds.get(step) ?? 0,
      values: worth.map((value) => Math.round(value / SCALE)),
    }));
}
