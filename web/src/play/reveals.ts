/**
 * Showing what has happened, step by step, instead of just applying it. No DOM.
 *
 * Reveals wait in a queue; nothing in it is dropped. A step takes at most four seconds; after eight without a rest, what
 * still waits is shown fast. Whoever does not want to wait lands on the newest table at once.
 */

import type { Entry, Table } from "../api";
import type { Clock } from "./clock";
import { Store } from "./store";

/** Milliseconds for a stage, at most for a step, at most until the rest is shown fast; and for a stage then. */
export const STAGE = 900;
export const STEP = 4000;
export const BACKLOG = 8000;
export const FAST = 50;

/** Something that is shown of a step, such as a piece that moves. Those of one stage are shown together. */
export interface Beat {
  stage: number;
  /** What kind of thing happens; each board has its own. */
  kind: string;
  /** What it happens to, by the id that the board gives it; and where from and where to. */
  thing: string | null;
  from: string | null;
  to: string | null;
  seat: number | null;
  amount: number | null;
  /** The sentence of the server, with marks. */
  text: string;
}

export interface Revealing {
  /** The table on show: until its reveal is over, the one before. Null until there is one. */
  table: Table | null;
  /** The beats of the stage on show; empty when nothing is. */
  beats: readonly Beat[];
  isPlaying: boolean;
}

interface Scene {
  milliseconds: number;
  beats: readonly Beat[];
  /** The table that a reveal ends with, in its last scene. */
  table: Table | null;
  ended: () => void;
}

export class Reveals extends Store<Revealing> {
  #newest: Table | null = null;
  #scenes: Scene[] = [];
  /** Milliseconds since it began to play without a rest. */
  #spent = 0;
  #cancel = (): void => {};

  constructor(
    private readonly clock: Clock,
    private readonly beatsOf: (entry: Entry) => readonly Beat[],
    /** How long everything takes: 1 as above, a half for twice as fast, 0 to show nothing. */
    private readonly factor: () => number,
  ) {
    super({ table: null, beats: [], isPlaying: false });
  }

  close(): void {
    this.#cancel();
    this.end();
  }

  /** Take a table that needs no showing: the first, or one in which only clocks and orders are new. */
  take(table: Table): void {
    this.#newest = table;
    if (!this.now.isPlaying) this.change({ table });
  }

  /** Show some steps, then the table that they led to. Ends when that is on show. */
  show(entries: readonly Entry[], table: Table): Promise<void> {
    const isFirst = this.#newest === null;
    this.#newest = table;
    if (isFirst || this.factor() === 0) {
      this.skip();
      return Promise.resolve();
    }
    for (const entry of entries) {
      const stages = [...Map.groupBy(this.beatsOf(entry), (beat) => beat.stage).values()];
      const milliseconds = Math.min(STAGE, STEP / stages.length);
      for (const beats of stages) this.#scenes.push({ milliseconds, beats, table: null, ended: () => {} });
    }
    return new Promise((resolve) => {
      this.#scenes.push({ milliseconds: 0, beats: [], table, ended: resolve });
      if (!this.now.isPlaying) this.#play();
    });
  }

  /** Land on the newest table. */
  skip(): void {
    if (this.#newest === null) return;
    const skipped = this.#scenes;
    this.#cancel();
    this.#scenes = [];
    this.#spent = 0;
    this.change({ table: this.#newest, beats: [], isPlaying: false });
    for (const { ended } of skipped) ended();
  }

  #play(): void {
    const scene = this.#scenes.shift();
    const factor = this.factor();
    if (scene === undefined || factor === 0) {
      this.skip();
      scene?.ended();
      return;
    }
    const { beats, table } = scene;
    const milliseconds = scene.milliseconds * factor;
    const pause = this.#spent < BACKLOG * factor ? milliseconds : Math.min(FAST, milliseconds);
    this.#spent += pause;
    this.change({ beats, isPlaying: true, ...(table !== null && { table }) });
    scene.ended();
    this.#cancel = this.clock.after(pause, () => this.#play());
  }
}
