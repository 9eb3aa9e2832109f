/** Everything a table's components share: the headless parts, wired to each other and to what Svelte draws. */

import type { Beat } from "../play/reveals";
import type { Entry, GameInfo, Hint, History, MatchInfo, Table, TableAnswer } from "../api";
import * as calls from "../api/calls";
import { sockets } from "../api/http";
import { announcer } from "../page/announce.svelte";
import { drawer } from "../page/drawer";
import { session } from "../page/session";
import { settings } from "../page/settings.svelte";
import { play } from "../page/sounds";
import type { Advice, BoardModule, BoardProps, Figure, Orders } from "../boards/contract";
import { plain } from "../play/sentence";
import { realClock } from "../play/clock";
import { Composer, type Composing } from "../play/composer";
import { browserLine } from "../play/connection";
import { course, decided, type Point, type Turning } from "../play/course";
import { draftsIn } from "../play/drafts";
import { Match, type AtTable, type Reveal } from "../play/match";
import { Playback, type Playing } from "../play/playback";
import { newId } from "../play/requests";
import { Reveals, type Revealing } from "../play/reveals";
import { remember } from "../play/winning";
import { seenIn, type Seen } from "../play/seen";
import { isPrepared } from "../play/trying";
import { Timeline, type LookingBack } from "../play/timeline";
import { playerName, seatNames } from "../play/words";
import { Talking } from "./talking.svelte";
import { givenAt } from "./given";
import { told } from "./told";

/** How long reveals take, for each choice of motion. */
const FACTORS = { full: 1, quick: 0.4, off: 0 } as const;

export class Sitting {
  /** The thing that is selected on the board, in the panel or in the report. */
  selected = $state<string | null>(null);
  at = $state.raw<AtTable>() as AtTable;
  composer = $state.raw<Composer | null>(null);
  composing = $state.raw<Composing | null>(null);
  revealing = $state.raw<Revealing>() as Revealing;
  /** What the board shows of the last step once more, at the end; everything else shows the end already. */
  encore = $state.raw<Revealing>() as Revealing;
  /** What is shown of a step of the past while it is played. */
  replaying = $state.raw<Revealing>() as Revealing;
  playing = $state.raw<Playing>() as Playing;
  lookingBack = $state.raw<LookingBack>() as LookingBack;
  /** The last step that was seen here on an earlier visit, if something has happened since; until it is shown. */
  seenBefore = $state<number | null>(null);
  /** What an analysis says of the position on show, to be drawn on it. */
  advice = $state.raw<readonly Advice[]>([]);
  /** The good move that was shown last, and the step it was for. */
  hint = $state.raw<{ step: number; hint: Hint } | null>(null);
  /** The scene at the end: first who won, while the last step is shown again; then all of it. Null: it is closed. */
  ending = $state<"headline" | "whole" | null>(null);
  /** The course of the finished match, once somebody asked for it. */
  points = $state.raw<readonly Point[]>([]);
  /** What had happened when we came, once it is here. */
  past = $state.raw<readonly Entry[] | null>(null);

  /** Has somebody here asked to resign? The server may end the connection before it answers. */
  hasAskedToResign = false;
  /** How far the server's clock is ahead of ours. */
  ahead = $state(0);

  /** What the server's clock said last. */
  #told = -1;
  #seen: Seen | null = null;
  /** The step at which an order gave itself last: whoever takes it back gives the next one themselves. */
  #gaveItself = -1;
  #isLoading = false;
  #isCourseAsked = false;
  readonly #isPrepared: boolean;
  readonly match: Match;
  readonly reveals: Reveals;
  readonly #encore: Reveals;
  readonly timeline: Timeline;
  readonly playback: Playback;

  // -- what is on show -----------------------------------------------------------------------------------------
  // Whatever is told comes as a whole. What did not change in it stays the same object to those who look at it.

  /** The match from outside, as it was told last. */
  readonly now = $derived.by(() => this.at.match ?? this.info);
  readonly names: readonly string[] = $derived.by(() => seatNames(this.now.seats, this.game.slug, this.game.bots));
  readonly you: number | null = $derived.by(() => this.at.table?.you ?? this.seat ?? this.info.yours[0] ?? null);
  /** The newest step on show; while one is revealed, the one before. */
  readonly newest = $derived(this.revealing.table?.step ?? 0);
  readonly isLookingBack = $derived(this.lookingBack.step !== null);

  /** The table to draw: of the past, or the newest that was revealed. Null until there is one. */
  readonly table: Table | null = $derived.by(() => {
    if (!this.isLookingBack) return this.revealing.table;
    return (this.replaying.isPlaying ? this.replaying.table : this.lookingBack.table) ?? this.revealing.table;
  });

  /** Which phase it is on show, as the server tells phases apart. */
  readonly phase = $derived(this.table?.phase.key ?? null);

  readonly isOver = $derived(this.at.table != null && this.at.table.table.outcome !== null);
  /** Is the draft a better order that is to be tried? */
  readonly isTrying: boolean = $derived.by(() => this.#isPrepared && this.newest === 0 && !this.isOver);
  readonly hasResigned = $derived(this.you !== null && (this.at.table?.table.resigned.includes(this.you) ?? false));
  readonly #isFree = $derived(
    !this.isLookingBack && !this.revealing.isPlaying && this.at.table?.table.outcome === null && !this.hasResigned,
  );
  readonly orders: Orders | null = $derived.by(() => {
    if (!this.#isFree || this.composer === null || this.composing === null) return null;
    return { now: this.composing, composer: this.composer };
  });
  readonly beats = $derived(this.isLookingBack ? this.replaying.beats : this.revealing.beats);

  readonly #heard = $derived(this.at.entries);
  /** Everything that has happened, the oldest first. */
  readonly entries: readonly Entry[] = $derived.by(() => {
    const past = this.past ?? [];
    const known = past.at(-1)?.step ?? 0;
    return [...past, ...this.#heard.filter(({ step }) => step > known)];
  });
  readonly #step = $derived(this.table?.step ?? 0);
  /** What has happened up to the table on show. */
  readonly shown = $derived(this.entries.filter((entry) => entry.step <= this.#step));

  /** Is there anybody to talk to, or was there? */
  readonly hasCompany = $derived.by(() => {
    const others = this.now.seats.filter(({ kind, you }) => kind !== "bot" && !you);
    return others.length > 0 || this.at.chat.length > 0 || (this.at.presence?.watchers ?? 0) > 0;
  });

  /** Is the last step shown once more? Then the board alone is at the step before. */
  readonly isEncore = $derived(this.encore.isPlaying && !this.isLookingBack);
  readonly #earlier = $derived(this.isEncore ? this.shown.slice(0, -1) : []);
  readonly #scene = $derived({ table: this.encore.table, beats: this.encore.beats, shown: this.#earlier });

  readonly talking: Talking;
  readonly #given = givenAt(this, () => this);
  readonly #onBoard = givenAt(this, () => (this.isEncore ? this.#scene : this));

  constructor(
    readonly info: MatchInfo,
    readonly game: GameInfo,
    readonly board: BoardModule | null,
    /** The one of our seats that we look from; null for our only one, or to watch. */
    readonly seat: number | null,
    /** The table as it was when we came; null before the start. */
    first: TableAnswer | null,
  ) {
    this.#isPrepared = isPrepared(session, info.id);
    this.match = new Match({ server: sockets(), match: info.id, seat, first }, browserLine, newId, (reveal) =>
      this.#reveal(reveal),
    );
    const beatsOf = (entry: Entry): readonly Beat[] => this.#beats(entry);
    this.reveals = new Reveals(realClock, beatsOf, () => FACTORS[settings.motion]);
    this.#encore = new Reveals(realClock, beatsOf, () => FACTORS[settings.motion]);
    this.timeline = new Timeline((from, to) => this.fetch(from, to));
    const replays = new Reveals(realClock, beatsOf, () => FACTORS[settings.motion] / this.playback.now.speed);
    const entryOf = (step: number): Entry | null => this.entries.find((entry) => entry.step === step) ?? null;
    this.playback = new Playback(this.timeline, replays, realClock, () => this.newest, entryOf);
    this.reveals.subscribe((now) => {
      // Selecting ends with the turn: what was meant then is not meant now.
      if (now.table?.step !== this.revealing?.table?.step) this.selected = null;
      this.#sound(now, this.revealing);
      this.revealing = now;
      this.#giveItself();
    });
    this.#encore.subscribe((now) => {
      this.#sound(now, this.encore);
      this.encore = now;
    });
    replays.subscribe((now) => {
      this.#sound(now, this.replaying);
      this.replaying = now;
    });
    this.timeline.subscribe((now) => {
      this.lookingBack = now;
      if (now.step !== null) this.#encore.skip();
      this.#giveItself();
    });
    this.playback.subscribe((now) => (this.playing = now));
    this.at = this.match.now;
    this.talking = new Talking(this);
    // What is asked for from now on waits for the connection.
    this.match.open();
    this.match.subscribe((at) => this.#hear(at));
  }

  close(): void {
    this.match.close();
    this.reveals.close();
    this.#encore.close();
    this.playback.close();
    this.timeline.close();
    this.composer?.close();
  }

  // -- looking back and talking --------------------------------------------------------------------------------

  /** What boards and panels are given; null until there is a table. */
  get given(): Omit<BoardProps, "selected"> | null {
    return this.table === null ? null : this.#given;
  }

  /** The same for the board, which shows the last step once more at the end. */
  get onBoard(): Omit<BoardProps, "selected"> | null {
    return this.table === null ? null : this.#onBoard;
  }

  /** Is something shown that can be skipped? */
  get canSkip(): boolean {
    return this.revealing.isPlaying || this.encore.isPlaying;
  }

  skip(): void {
    this.reveals.skip();
    this.#encore.skip();
  }

  /** Say something; null for those who only watch. */
  get say(): ((text: string, to: number | null) => Promise<unknown>) | null {
    return this.info.yours.length > 0 ? (text, to) => this.match.say(text, to) : null;
  }

  /** Watch the match from its beginning. */
  async replay(from = 0): Promise<void> {
    this.playback.pause();
    await this.timeline.go(from, this.newest);
    await this.playback.play();
  }

  /** Show the one step of a turn with which a seat took the lead, from the position before it. */
  async showTurn({ from, to }: Turning, seat: number): Promise<void> {
    const { board } = this;
    if (board === null) return;
    this.playback.pause();
    const tables = (await this.fetch(from, to)).map((table) => ({ ...table, values: board.course.values(table.view) }));
    const points = tables.map(({ step, values }) => ({ step, at: step, values }));
    const step = decided(points, seat)?.to ?? to;
    await this.timeline.go(step - 1, this.newest);
    await this.playback.play(step);
  }

  /** Watch what has happened since the last visit. */
  async catchUp(): Promise<void> {
    const from = this.seenBefore ?? this.newest;
    this.seenBefore = null;
    await this.replay(from);
  }

  backToNow(): void {
    this.playback.pause();
    this.timeline.back();
  }

  /** What a player is called whom the history names. */
  called = (player: string): string => playerName(player, this.game.slug, this.game.bots);

  nameOf = (seat: number): string => this.names[seat - 1] ?? `Seat ${seat}`;

  // -- hearing -------------------------------------------------------------------------------------------------

  #hear(at: AtTable): void {
    this.at = at;
    this.talking.hear();
    if (at.table === null) return;
    if (at.table.now !== this.#told) {
      this.#told = at.table.now;
      this.ahead = at.table.now - Date.now();
    }
    if (this.#seen === null) {
      this.#remember(at.table.table.step);
      if (at.table.table.outcome !== null) this.ending = "whole";
    }
    this.reveals.take(at.table.table);
    this.#compose(at.table);
    if (this.past === null && !this.#isLoading) void this.#loadPast(at.table);
  }

  #remember(step: number): void {
    this.#seen = seenIn(drawer, this.info.id);
    const before = this.#seen.load();
    if (before !== null && before < step) this.seenBefore = before;
    this.#seen.save(step);
  }

  #reveal({ entries, table }: Reveal): void {
    announcer.say(
      entries
        .flatMap((entry) => told(entry, this.called))
        .map((text) => plain(text, this.nameOf))
        .join(" "),
    );
    this.#seen?.save(table.table.step);
    const isDue = table.you !== null && table.table.to_act.includes(table.you);
    const shown = this.reveals.show(entries, table.table);
    const last = entries.at(-1);
    if (table.table.outcome !== null) void this.#end(shown, last, table);
    else if (isDue) void shown.then(() => play("yourMove"));
  }

  /** Once the last step was shown, say who won and show it again: on the board, where nothing else moves then. */
  async #end(shown: Promise<void>, last: Entry | undefined, { table, you }: TableAnswer): Promise<void> {
    const isSeenAgain = last?.kind === "turn" && settings.motion !== "off";
    // It is fetched while the step is shown first: the end keeps nobody waiting.
    const before = isSeenAgain ? this.timeline.table(table.step - 1, table.step).catch(() => null) : null;
    await shown;
    const earlier = await before;
    const isWon = you !== null && table.outcome?.winners.includes(you);
    if (table.outcome !== null) remember(drawer, this.now, this.game, table.outcome);
    play(you === null ? "over" : isWon ? "won" : "lost");
    this.ending = "headline";
    if (last !== undefined && earlier !== null && !this.isLookingBack) {
      this.#encore.take(earlier);
      await this.#encore.show([last], table);
    }
    if (this.ending !== null) this.ending = "whole";
  }

  /** Three numbers worth remembering, of one seat or of all, once everything that has happened is here. */
  figuresFor(you: number | null): readonly Figure[] {
    const table = this.at.table?.table ?? null;
    if (table?.outcome == null || this.past === null) return [];
    return this.board?.figures?.({ table, entries: this.entries, you }) ?? [];
  }

  /** Ask for the course of the finished match, once. It does not change any more. */
  loadCourse(): void {
    const { board, past, entries } = this;
    if (board === null || past === null || this.#isCourseAsked || entries.length < 2) return;
    this.#isCourseAsked = true;
    course(entries, this.fetch, ({ view }) => board.course.values(view)).then(
      (found) => (this.points = found),
      () => {}, // Then there is no chart; everything else is there.
    );
  }

  /** A stage has the sound of the newest thing in it that has one. */
  #sound(now: Revealing, before: Revealing | undefined): void {
    if (now.beats.length === 0 || now.beats === before?.beats) return;
    const sounds = now.beats.map(({ kind }) => this.board?.sounds?.[kind]);
    play(sounds.findLast((sound) => sound !== undefined) ?? "stage");
  }

  /** Give an order that is nobody's to think about, once what happened before has been shown. */
  #giveItself(): void {
    const orders = this.composer === null ? null : this.orders;
    if (orders === null || orders.now.status !== "ready" || orders.now.past.length > 0) return;
    if (!orders.now.canSubmit || orders.now.step === this.#gaveItself) return;
    if (!this.board?.givesItself?.(orders.now, this.now.practice)) return;
    this.#gaveItself = orders.now.step;
    void orders.composer.submit();
  }

  #compose(table: TableAnswer): void {
    if (this.composer === null && table.you !== null && table.table.outcome === null) {
      const composer = new Composer({
        turn: this.game.turn,
        consider: (draft) => this.match.consider(draft),
        order: (order, step) => {
          play("given");
          return this.match.order(order, step);
        },
        withdraw: () => this.match.withdraw(),
        keep: (order, step) => this.match.keep(order, step),
        drafts: draftsIn(drawer, this.info.id, table.you),
        clock: realClock,
      });
      composer.subscribe((now) => {
        this.composing = now;
        this.#giveItself();
      });
      this.composer = composer;
    }
    this.composer?.rebase(table);
  }

  async #loadPast(table: TableAnswer): Promise<void> {
    if (table.table.step === 0) {
      this.past = [];
      return;
    }
    this.#isLoading = true;
    try {
      const found: Entry[] = [];
      for (let since: number | null = 0; since !== null;) {
        const part: History = await calls.history(this.game.slug, this.info.id, since, this.you);
        found.push(...part.steps);
        since = part.next;
      }
      this.past = found;
    } catch {
      // The next news of the match asks again.
    }
    this.#isLoading = false;
  }

  /** Tables of the past, with what never changes, which the server does not tell again. */
  fetch = async (from: number, to: number): Promise<Table[]> => {
    const tables = await calls.steps(this.game.slug, this.info.id, from, to, this.you);
    const setup = this.at.table?.table.view.setup ?? null;
    return tables.map((table) => ({ ...table, view: { ...table.view, setup } }));
  };

  #beats(entry: Entry): readonly Beat[] {
    if (entry.kind === "turn" && this.board !== null) return this.board.beats(entry);
    return told(entry, this.called).map((text) => ({
      stage: 0,
      kind: "told",
      thing: null,
      from: null,
      to: null,
      seat: null,
      amount: null,
      text,
    }));
  }
}
