/** A finished match looked at afterwards: what the chart of it shows, and what is told of which step. No DOM. */

import type { Analysis, Entry } from "../api";
import { sample, timesOf, type Point } from "./course";
import { saidTo } from "./ending";

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

/** Every decision for which something better is known, and the turning points besides: mine first, each by step. */
export function moments({ steps, turning_points }: Analysis, you: number | null): Moment[] {
  const turning = new Map(turning_points.map((point) => [point.step, point]));
  const decisions = steps.flatMap(({ step, better }) =>
    better.map((each) => ({
      step,
      seat: each.seat,
      isMine: each.seat === you,
      isTurning: turning.has(step),
      text: saidTo(you, each.text),
      better: each,
    })),
  );
  const told = new Set(decisions.map(({ step }) => step));
  const others = turning_points
    .filter(({ step }) => !told.has(step))
    .map(({ step, seat, text }) => {
      const isMine = seat === you;
      return { step, seat, isMine, isTurning: true, text: saidTo(you, text), better: null };
    });
  return [...decisions, ...others].sort(
    (one, other) => Number(other.isMine) - Number(one.isMine) || one.step - other.step,
  );
}

/** How everybody stood, from -100 to 100: at the end of rounds, and wherever there is something to tell. */
export function standing(analysis: Analysis, entries: readonly Entry[]): Point[] {
  const timeOf = timesOf(entries);
  const shown = new Set([...sample(entries), ...moments(analysis, null).map(({ step }) => step)]);
  return analysis.steps
    .filter(({ step }) => shown.has(step))
    .map(({ step, worth }) => ({
      step,
      at: timeOf(step),
      values: worth.map((value) => Math.round(value / SCALE)),
    }));
}
