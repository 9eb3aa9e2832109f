/** A finished match looked at afterwards: what the chart of it shows, and what is told of which step. No DOM. */

import type { Analysis, Entry } from "../api";
import { sample, type Point } from "./course";

/** The server counts to 10,000; people read 100 more easily. */
const SCALE = 100;

/** A step of which there is something to tell. */
export interface Moment {
  step: number;
  isTurning: boolean;
  texts: readonly string[];
}

/** The turning points, and the steps in which something better was found, in the order of play. */
export function moments({ steps, turning_points }: Analysis): Moment[] {
  const turning = new Map(turning_points.map(({ step, text }) => [step, text]));
  return steps
    .map(({ step, better }) => ({
      step,
      isTurning: turning.has(step),
      texts: [turning.get(step) ?? [], better.map(({ text }) => text)].flat(),
    }))
    .filter(({ texts }) => texts.length > 0);
}

/** How everybody stood, from -100 to 100: at the end of rounds, and wherever there is something to tell. */
export function standing(analysis: Analysis, entries: readonly Entry[]): Point[] {
  const rounds = new Map(entries.map(({ step, phase }) => [step, phase.round]));
  const shown = new Set([...sample(entries), ...moments(analysis).map(({ step }) => step)]);
  return analysis.steps
    .filter(({ step }) => shown.has(step))
    .map(({ step, worth }) => ({
      step,
      round: rounds.get(step) ?? 0,
      values: worth.map((value) => Math.round(value / SCALE)),
    }));
}
