/** Looking back: which step is on show, and the tables of the past that were fetched. No DOM. */

import type { Table } from "../api";

/** How many tables either way are fetched ahead, and how many are kept. */
export const AHEAD = 3;
export const MOST_KEPT = 64;

export interface LookingBack {
  /** The step on show; null while it is the newest. */
  step: number | null;
  /** The table of that step; null until it is here. */
  table: Table | null;
  /** Why it could not be fetched. */
  failure: string | null;
}

/** The tables from one step to another, as the server tells them: without what never changes. */
export type Fetch = (from: number, to: number) => Promise<readonly Table[]>;

export class Timeline {
  #now: LookingBack = { step: null, table: null, failure: null };
  #kept = new Map<number, Table>();
  #listeners = new Set<(now: LookingBack) => void>();

  constructor(private readonly fetch: Fetch) {}

  get now(): LookingBack {
    return this.#now;
  }

  subscribe(listener: (now: LookingBack) => void): () => void {
    this.#listeners.add(listener);
    listener(this.#now);
    return () => this.#listeners.delete(listener);
  }

  /** Look at a step of the past, of those there are; at or after the newest, back to now. */
  async go(step: number, newest: number): Promise<void> {
    const wanted = Math.max(0, Math.trunc(step));
    if (wanted >= newest) {
      this.back();
      return;
    }
    this.#change({ step: wanted, table: this.#kept.get(wanted) ?? null, failure: null });
    await this.#load(Math.max(0, wanted - AHEAD), Math.min(newest - 1, wanted + AHEAD));
  }

  /** Stop looking back. */
  back(): void {
    this.#change({ step: null, table: null, failure: null });
  }

  /** Fetch what is not here yet. */
  async #load(from: number, to: number): Promise<void> {
    const missing = range(from, to).filter((step) => !this.#kept.has(step));
    const [first, last] = [missing[0], missing.at(-1)];
    if (first === undefined || last === undefined) return;
    try {
      const tables = await this.fetch(first, last);
      for (const table of tables) this.#keep(table);
    } catch (error) {
      if (this.#now.step !== null && this.#now.table === null) {
        this.#change({ failure: error instanceof Error ? error.message : String(error) });
      }
      return;
    }
    const { step } = this.#now;
    if (step !== null) this.#change({ table: this.#kept.get(step) ?? this.#now.table });
  }

  /** The one that was fetched longest ago goes first. */
  #keep(table: Table): void {
    this.#kept.delete(table.step);
    this.#kept.set(table.step, table);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }

  #change(now: Partial<LookingBack>): void {
    this.#now = { ...this.#now, ...now };
    for (const listener of this.#listeners) listener(this.#now);
  }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
