/**
 * Showing what has happened, step by step, instead of just applying it. No DOM.
 *
 * Reveals wait in a queue; nothing in it is dropped. A step takes at most four seconds and a backlog eight, and whoever
 * does not want to wait lands on the newest table at once.
 */

import type { Entry, TableAnswer } from "../api";
import type { Beat } from "../boards/contract";
import type { Clock } from "./clock";

/** Milliseconds for a stage, at most for a step, at most until the rest is shown fast; and for a stage then. */
export const STAGE = 900;
export const STEP = 4000;
export const BACKLOG = 8000;
export const FAST = 50;

export type Speed = "full" | "quick" | "off";
const FACTOR = { full: 1, quick: 0.4 } as const;

export interface Revealing {
  /** The table on show: until its reveal is over, the one before. Null until there is one. */
  table: TableAnswer | null;
  /** The beats of the stage on show; empty when nothing is. */
  beats: readonly Beat[];
  /** The steps that led to the table on show; while one is revealed, that one. */
  last: readonly Entry[];
  isPlaying: boolean;
}

interface Scene {
  milliseconds: number;
  beats: readonly Beat[];
  last: readonly Entry[];
  /** The table it ends with, if it is the last of its reveal. */
  table: TableAnswer | null;
}

export class Reveals {
  #now: Revealing = { table: null, beats: [], last: [], isPlaying: false };
  #newest: { table: TableAnswer; last: readonly Entry[] } | null = null;
  #scenes: Scene[] = [];
  /** Milliseconds since it began to play without a rest. */
  #spent = 0;
  #listeners = new Set<(now: Revealing) => void>();
  #cancel = (): void => {};

  constructor(
    private readonly clock: Clock,
    private readonly beatsOf: (entry: Entry) => readonly Beat[],
    private readonly speed: () => Speed,
  ) {}

  get now(): Revealing {
    return this.#now;
  }

  subscribe(listener: (now: Revealing) => void): () => void {
    this.#listeners.add(listener);
    listener(this.#now);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#cancel();
    this.#listeners.clear();
  }

  /** Take a table that needs no showing: the first, or one in which only clocks and orders are new. */
  take(table: TableAnswer): void {
    this.#newest = { table, last: this.#newest?.last ?? [] };
    if (this.#now.isPlaying) return;
    this.#change({ table });
  }

  /** Show some steps, then the table that they led to. */
  show(entries: readonly Entry[], table: TableAnswer): void {
    this.#newest = { table, last: entries };
    if (this.speed() === "off" || this.#now.table === null) {
      this.skip();
      return;
    }
    for (const entry of entries) {
      const stages = [...Map.groupBy(this.beatsOf(entry), (beat) => beat.stage).values()];
      const milliseconds = Math.min(STAGE, STEP / stages.length);
      for (const beats of stages) this.#scenes.push({ milliseconds, beats, last: [entry], table: null });
    }
    this.#scenes.push({ milliseconds: 0, beats: [], last: entries, table });
    if (!this.#now.isPlaying) this.#play();
  }

  /** Land on the newest table. */
  skip(): void {
    if (this.#newest === null) return;
    this.#cancel();
    this.#scenes = [];
    this.#spent = 0;
    this.#change({ ...this.#newest, beats: [], isPlaying: false });
  }

  #play(): void {
    const scene = this.#scenes.shift();
    const speed = this.speed();
    if (scene === undefined || speed === "off") {
      this.skip();
      return;
    }
    const { beats, last, table } = scene;
    const milliseconds = scene.milliseconds * FACTOR[speed];
    const pause = this.#spent < BACKLOG ? milliseconds : Math.min(FAST, milliseconds);
    this.#spent += pause;
    this.#change({ beats, last, isPlaying: true, ...(table !== null && { table }) });
    this.#cancel = this.clock.after(pause, () => this.#play());
  }

  #change(fields: Partial<Revealing>): void {
    this.#now = { ...this.#now, ...fields };
    for (const listener of this.#listeners) listener(this.#now);
  }
}
