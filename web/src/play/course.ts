/** The course of a match, for a chart: which of its steps are looked at, and what they show. No DOM. */

import type { Entry, Table } from "../api";
import type { Fetch } from "./timeline";

/** At most so many points, and so many tables in one request. */
export const MOST_POINTS = 60;
export const MOST_AT_ONCE = 50;

export interface Point {
  step: number;
  /** When it was, in rounds: 2 is the end of the second, 1.5 the middle of it. */
  at: number;
  /** One value for every seat, seat 1 first. */
  values: readonly number[];
}

/** The steps to look at: the beginning and the last step of every round, or of as many rounds as there is room for. */
export function sample(entries: readonly Entry[]): number[] {
  const ends = new Map<number, number>();
  for (const { phase, step } of entries) ends.set(phase.round, step);
  const all = [0, ...ends.values()];
  const last = all.length - 1;
  const points = Math.min(all.length, MOST_POINTS);
  const chosen = Array.from(
    { length: points },
    (_, index) => all[Math.round((index * last) / Math.max(1, points - 1))] ?? 0,
  );
  return [...new Set(chosen)];
}

/** When a step was, in rounds. */
export function timesOf(entries: readonly Entry[]): (step: number) => number {
  const byRound = Map.groupBy(entries, ({ phase }) => phase.round);
  const times = [...byRound].flatMap(([round, steps]) =>
    steps.map(({ step }, index) => [step, round - 1 + (index + 1) / steps.length] as const),
  );
  const found = new Map(times);
  return (step) => found.get(step) ?? 0;
}

/** Steps that lie close together are fetched together; a few more than needed cost less than another request. */
export function spans(steps: readonly number[]): [number, number][] {
  const found: [number, number][] = [];
  for (const step of steps) {
    const last = found.at(-1);
    if (last !== undefined && step - last[1] <= 3 && step - last[0] < MOST_AT_ONCE) last[1] = step;
    else found.push([step, step]);
  }
  return found;
}

/** From one step to a later one. */
export interface Turning {
  from: number;
  to: number;
}

/** A lead counts from this part of the chart's height on: less goes to and fro. */
const NOISE = 1 / 8;

/** Where one seat took a lead over all others that it never lost again; null where it never had one, or always. */
export function decided(points: readonly Point[], seat: number): Turning | null {
  const leads = points.map(({ values }) => {
    const others = values.filter((_, index) => index + 1 !== seat);
    return (values[seat - 1] ?? 0) - Math.max(...others);
  });
  const all = points.flatMap(({ values }) => values);
  const last = leads.at(-1) ?? 0;
  const least = Math.min(last, NOISE * (Math.max(...all) - Math.min(...all)));
  const behind = last <= 0 ? -1 : leads.findLastIndex((lead) => lead <= 0 || lead < least);
  const [before, after] = [points[behind], points[behind + 1]];
  return before === undefined || after === undefined ? null : { from: before.step, to: after.step };
}

export async function course(
  entries: readonly Entry[],
  fetch: Fetch,
  values: (table: Table) => readonly number[],
): Promise<Point[]> {
  const wanted = new Set(sample(entries));
  const timeOf = timesOf(entries);
  const points: Point[] = [];
  for (const [from, to] of spans([...wanted])) {
    for (const table of await fetch(from, to)) {
      const { step } = table;
      if (wanted.has(step)) points.push({ step, at: timeOf(step), values: values(table) });
    }
  }
  return points;
}
