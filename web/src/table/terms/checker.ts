/** Settings checked by the server while they are changed: the newest ones only, and not at every key. */

import type { Trial, Violation } from "../../api";
import type { Clock } from "../../play/clock";

export const PAUSE = 250;

export type Checked =
  { state: "checking" } | { state: "checked"; violations: readonly Violation[] } | { state: "failed"; error: unknown };

export class Checker {
  #asked = 0;
  #cancel = (): void => {};

  constructor(
    private readonly check: (trial: Trial) => Promise<{ violations: Violation[] }>,
    private readonly clock: Clock,
    private readonly tell: (checked: Checked) => void,
  ) {}

  ask(trial: Trial): void {
    this.stop();
    const asked = this.#asked;
    this.tell({ state: "checking" });
    this.#cancel = this.clock.after(PAUSE, () => void this.#send(trial, asked));
  }

  /** What was asked is of no use any more. */
  stop(): void {
    this.#cancel();
    this.#asked += 1;
  }

  async #send(trial: Trial, asked: number): Promise<void> {
    let checked: Checked;
    try {
      checked = { state: "checked", violations: (await this.check(trial)).violations };
    } catch (error) {
      checked = { state: "failed", error };
    }
    if (asked === this.#asked) this.tell(checked);
  }
}
