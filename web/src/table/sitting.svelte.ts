/** Everything a table's components share: the headless parts, wired to each other and to what Svelte draws. */

import type { Entry, GameInfo, MatchInfo, Table, TableAnswer, Turn } from "../api";
import * as calls from "../api/calls";
import { announcer } from "../app/announce.svelte";
import { settings } from "../app/settings.svelte";
import type { Beat, BoardModule, Orders } from "../boards/contract";
import { plain } from "../parts/sentence";
import { realClock } from "../play/clock";
import { Composer, type Composing } from "../play/composer";
import { browserLine } from "../play/connection";
import { draftsIn } from "../play/drafts";
import { Match, type AtTable } from "../play/match";
import { newId } from "../play/requests";
import { Reveals, type Revealing } from "../play/reveals";
import { Timeline, type LookingBack } from "../play/timeline";
import { told } from "./told";

export class Sitting {
  /** The thing that is selected on the board, in the panel or in the report. */
  selected = $state<string | null>(null);
  at = $state.raw<AtTable>() as AtTable;
  composing = $state.raw<Composing | null>(null);
  revealing = $state.raw<Revealing>() as Revealing;
  lookingBack = $state.raw<LookingBack>() as LookingBack;
  /** What had happened when we came, once it is here. */
  past = $state.raw<readonly Entry[] | null>(null);

  readonly match: Match;
  readonly reveals: Reveals;
  readonly timeline: Timeline;
  composer = $state.raw<Composer | null>(null);

  constructor(
    readonly info: MatchInfo,
    readonly game: GameInfo,
    readonly board: BoardModule | null,
    /** The one of our seats that we look from; null for our only one, or to watch. */
    readonly seat: number | null,
    since: number,
  ) {
    const server = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}`;
    this.match = new Match({ server, match: info.id, seat, since }, browserLine, newId);
    this.reveals = new Reveals(realClock, (entry) => this.#beats(entry), () => settings.motion);
    this.timeline = new Timeline((from, to) => calls.steps(game.slug, info.id, from, to, this.you));
    this.match.subscribe((at) => this.#hear(at));
    this.reveals.subscribe((now) => (this.revealing = now));
    this.timeline.subscribe((now) => (this.lookingBack = now));
    this.match.open();
  }

  close(): void {
    this.match.close();
    this.reveals.close();
    this.composer?.close();
  }

  // -- what is on show -----------------------------------------------------------------------------------------

  /** The match from outside, as it was told last. */
  get now(): MatchInfo {
    return this.at.match ?? this.info;
  }

  get names(): readonly string[] {
    return this.now.seats.map(({ name, bot, seat }) => (bot === null ? name : this.#botName(bot, seat)));
  }

  get you(): number | null {
    return this.at.table?.you ?? this.seat ?? this.info.yours[0] ?? null;
  }

  /** The newest step there is; while a reveal is on, the one before. */
  get newest(): number {
    return this.revealing.table?.table.step ?? 0;
  }

  /** The table to draw: of the past, or the newest that was revealed. Null until there is one. */
  get table(): Table | null {
    const { step, table } = this.lookingBack;
    if (step === null || table === null) return this.revealing.table?.table ?? null;
    return { ...table, view: { ...table.view, setup: table.view.setup ?? this.revealing.table?.table.view.setup } };
  }

  get isLookingBack(): boolean {
    return this.lookingBack.step !== null;
  }

  get orders(): Orders | null {
    const isFree = !this.isLookingBack && !this.revealing.isPlaying && this.at.table?.table.outcome === null;
    if (!isFree || this.composer === null || this.composing === null) return null;
    return { now: this.composing, composer: this.composer };
  }

  get beats(): readonly Beat[] {
    return this.isLookingBack ? [] : this.revealing.beats;
  }

  /** Everything that has happened, the oldest first. */
  get entries(): readonly Entry[] {
    const past = this.past ?? [];
    const known = past.at(-1)?.step ?? 0;
    return [...past, ...this.at.entries.filter(({ step }) => step > known)];
  }

  /** What has happened up to the table on show. */
  get shown(): readonly Entry[] {
    const step = this.table?.step ?? 0;
    return this.entries.filter((entry) => entry.step <= step);
  }

  /** The turn that led to the table on show. */
  get last(): Turn | null {
    return this.shown.findLast((entry) => entry.kind === "turn") ?? null;
  }

  nameOf = (seat: number): string => this.names[seat - 1] ?? `Seat ${seat}`;

  // -- hearing -------------------------------------------------------------------------------------------------

  #hear(at: AtTable): void {
    this.at = at;
    if (at.table === null) return;
    const reveal = this.match.reveal();
    if (reveal !== null) {
      announcer.say(reveal.entries.flatMap((entry) => told(entry)).map((text) => plain(text, this.nameOf)).join(" "));
      this.reveals.show(reveal.entries, reveal.table);
      return;
    }
    this.reveals.take(at.table);
    this.#compose(at.table);
    if (this.past === null) void this.#loadPast(at.table);
  }

  #compose(table: TableAnswer): void {
    if (this.composer === null && table.you !== null && table.table.outcome === null) {
      const composer = new Composer({
        turn: this.game.turn,
        consider: (draft) => this.match.consider(draft),
        order: (order, step) => this.match.order(order, step),
        withdraw: () => this.match.withdraw(),
        drafts: draftsIn(localStorage, this.info.id, table.you),
        clock: realClock,
      });
      composer.subscribe((now) => (this.composing = now));
      this.composer = composer;
    }
    this.composer?.rebase(table);
  }

  async #loadPast(table: TableAnswer): Promise<void> {
    if (table.table.step === 0) {
      this.past = [];
      return;
    }
    const found: Entry[] = [];
    let since: number | null = 0;
    while (since !== null) {
      const part = await calls.history(this.game.slug, this.info.id, since, this.you);
      found.push(...part.steps);
      since = part.next;
    }
    this.past = found;
  }

  #beats(entry: Entry): readonly Beat[] {
    if (entry.kind === "turn" && this.board !== null) return this.board.beats(entry);
    return told(entry).map((text, stage) => ({
      stage,
      kind: "told",
      thing: null,
      from: null,
      to: null,
      seat: null,
      amount: null,
      text,
    }));
  }

  #botName(bot: string, seat: number): string {
    const title = this.game.bots.find(({ name }) => name === bot)?.title ?? bot;
    const isAlone = this.now.seats.filter((each) => each.bot === bot).length === 1;
    return isAlone ? `${title} bot` : `${title} bot ${seat}`;
  }
}
