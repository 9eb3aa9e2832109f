/** Watching the past as it was played: step after step, each revealed, until now. No DOM. */

import type { Entry } from "../api";
import type { Clock } from "./clock";
import type { Reveals } from "./reveals";
import { Store } from "./store";
import type { Timeline } from "./timeline";

export const SPEEDS = [0.5, 1, 2, 4, 8] as const;
export type Speed = (typeof SPEEDS)[number];
/** Milliseconds between steps. */
export const REST = 700;

export interface Playing {
  isPlaying: boolean;
  speed: Speed;
}

export class Playback extends Store<Playing> {
  #cancel = (): void => {};
  /** Where it stops; null: at the newest. */
  #until: number | null = null;

  constructor(
    private readonly timeline: Timeline,
    private readonly reveals: Reveals,
    private readonly clock: Clock,
    private readonly newest: () => number,
    private readonly entryOf: (step: number) => Entry | null,
  ) {
    super({ isPlaying: false, speed: 1 });
  }

  close(): void {
    this.pause();
    this.end();
  }

  /** Play on from the step on show to this one, or to the newest; from now, play everything. */
  async play(until: number | null = null): Promise<void> {
    if (this.now.isPlaying) return;
    this.#until = until;
    this.change({ isPlaying: true });
    if (this.timeline.now.step === null) await this.timeline.go(0, this.newest());
    this.#later();
  }

  pause(): void {
    this.#cancel();
    this.reveals.skip();
    this.change({ isPlaying: false });
  }

  hasten(speed: Speed): void {
    this.change({ speed });
  }

  #later(): void {
    this.#cancel();
    this.#cancel = this.clock.after(REST / this.now.speed, () => void this.#step());
  }

  async #step(): Promise<void> {
    const { step, table } = this.timeline.now;
    const newest = this.newest();
    if (!this.now.isPlaying) return;
    if (step === null || table === null || step >= newest) {
      this.pause();
      return;
    }
    try {
      const [entry, next] = [this.entryOf(step + 1), await this.timeline.table(step + 1, newest)];
      if (!this.#isAt(step)) return;
      this.reveals.take(table);
      await this.reveals.show(entry === null ? [] : [entry], next);
      if (!this.#isAt(step)) return;
      await this.timeline.go(step + 1, newest);
    } catch {
      await this.timeline.go(step + 1, newest); // It says what is wrong.
    }
    const at = this.timeline.now;
    if (at.step === null || at.failure !== null || at.step === this.#until) this.pause();
    else this.#later();
  }

  /** Has nobody stopped it, or gone elsewhere? */
  #isAt(step: number): boolean {
    return this.now.isPlaying && this.timeline.now.step === step;
  }
}
