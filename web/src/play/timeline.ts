/** Looking back: which step is on show, and the tables of the past that were fetched. No DOM. */

import type { Table } from "../api";
import { Store } from "./store";
import { reason } from "./words";

/** How many tables either way are fetched ahead, and how many are kept. */
export const AHEAD = 3;
export const MOST_KEPT = 64;

export interface LookingBack {
  /** The step on show; null while it is the newest. */
  step: number | null;
  /** Its table; while that is on its way, the one that was on show before. */
  table: Table | null;
  /** Why it could not be fetched. */
  failure: string | null;
}

/** The tables from one step to another. */
export type Fetch = (from: number, to: number) => Promise<readonly Table[]>;

export class Timeline extends Store<LookingBack> {
  #kept = new Map<number, Table>();

  constructor(private readonly fetch: Fetch) {
    super({ step: null, table: null, failure: null });
  }

  close(): void {
    this.end();
  }

  /** Look at a step of the past; at the newest or after it, back to now. */
  async go(step: number, newest: number): Promise<void> {
    const wanted = Math.max(0, step);
    if (wanted >= newest) {
      this.back();
      return;
    }
    this.change({ step: wanted, failure: null });
    try {
      const table = await this.table(wanted, newest);
      if (this.now.step === wanted) this.change({ table });
    } catch (error) {
      const failure = reason(error);
      if (this.now.step === wanted) this.change({ failure });
    }
  }

  /** Stop looking back. */
  back(): void {
    this.change({ step: null, table: null, failure: null });
  }

  /** The table of a step. Its neighbours are fetched with it, or after it where it is here already. */
  async table(step: number, newest: number): Promise<Table> {
    const load = this.#load(Math.max(0, step - AHEAD), Math.min(newest, step + AHEAD));
    const kept = this.#kept.get(step);
    if (kept !== undefined) {
      load.catch(() => {}); // Whoever goes there will ask again.
      return kept;
    }
    await load;
    const table = this.#kept.get(step);
    if (table === undefined) throw new RangeError(`The server did not send step ${step}.`);
    return table;
  }

  async #load(from: number, to: number): Promise<void> {
    const missing = Array.from({ length: to - from + 1 }, (_, index) => from + index).filter(
      (step) => !this.#kept.has(step),
    );
    const [first, last] = [missing[0], missing.at(-1)];
    if (first === undefined || last === undefined) return;
    for (const table of await this.fetch(first, last)) this.#keep(table);
  }

  /** The one that was fetched longest ago goes first. */
  #keep(table: Table): void {
    this.#kept.delete(table.step);
    this.#kept.set(table.step, table);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}
