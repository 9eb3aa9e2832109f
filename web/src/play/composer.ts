/**
 * Composing an order: what is written, what the server says about it, and what became of it. No DOM, no rules.
 *
 * A change shows at once. A moment later the server is asked for everything about the new draft, and only the answer
 * to the newest question counts. A refused draft stays, so that it can be put right.
 *
 * An order can be given before the answer is here: the server checks it in any case, and a refusal says why.
 *
 * Where there is a clock, the server keeps the last legal draft: that is played if time runs out.
 */

import type {
  Accepted,
  Considered,
  Draft,
  Json,
  Options,
  Path,
  Problem,
  TableAnswer,
  Template,
  Violation,
} from "../api";
import type { Clock } from "./clock";
import type { Drafts, Kept } from "./drafts";
import { drop, equal, put } from "./paths";
import { problemOf } from "./failures";
import { ServerSaid } from "../api/problems";
import { Store } from "./store";

export const DEBOUNCE = 60;
export const RETRY = 1000;
/** How long a legal draft stands before it is kept for the deadline. */
export const STANDS = 500;
export const MOST_PAST = 200;

/** `stale`: what it was made for is over, and the new table is not here yet; or nothing more can be ordered. */
export type Status = "asking" | "ready" | "refused" | "submitting" | "submitted" | "stale";

export interface Composing {
  step: number;
  /** The order as it is written now; null before the server has said what the default order is. */
  draft: Json;
  /** The text that is being checked or was not understood; null where the draft is data. */
  typed: string | null;
  /** Drafts to go back to, the newest last; and those that were undone, the next one last. */
  past: readonly Json[];
  future: readonly Json[];
  /** The order that the server has; null where none was given. */
  pending: Json;
  /** The draft that the server keeps for when time runs out; null where there is none. */
  kept: Json;
  options: Options;
  preview: unknown;
  notation: string;
  forecast: string;
  violations: readonly Violation[];
  /** Is it made before one's turn? */
  ahead: boolean;
  /** Why the last request failed. */
  problem: Problem | null;
  status: Status;
  /** What is played if time runs out before an order is given: this draft, one from before, or the default order. */
  atDeadline: "draft" | "before" | "default";
  /** Does `submit` do something now? While a draft is being checked, too; not before there is one. */
  canSubmit: boolean;
}

export interface Wiring {
  /** `plan`: one order is the whole turn. `series`: an order takes effect when it is given, and cannot be undone. */
  turn: "plan" | "series";
  consider(draft: Draft): Promise<Considered>;
  order(order: Json, step: number): Promise<Accepted>;
  withdraw(): Promise<Accepted>;
  /** Have an order kept for when time runs out. The table tells it from then on. */
  keep(order: Json, step: number): Promise<unknown>;
  drafts: Drafts;
  clock: Clock;
}

type Fields = Omit<Composing, "status" | "atDeadline" | "canSubmit">;

const EMPTY: Omit<Fields, "step"> = {
  draft: null,
  typed: null,
  past: [],
  future: [],
  pending: null,
  kept: null,
  options: { templates: [] },
  preview: null,
  notation: "",
  forecast: "",
  violations: [],
  ahead: false,
  problem: null,
};

/** The orders of one seat in one match. */
export class Composer extends Store<Fields> {
  #table: TableAnswer | null = null;
  #cancel = (): void => {};
  /** Counts questions: an answer to any but the last is too late. */
  #asked = 0;
  #isAsking = true;
  /** The order that is on its way. */
  #sent: { order: Json; phase: string } | null = null;
  /** What the server was asked last. */
  #question: Draft = {};
  /** The question whose answer is to be given as an order, as soon as it is here. */
  #pressed: Draft | null = null;
  /** The `seq` of the newest we know of the match. */
  #seq = -1;
  #isStale = true;
  /** Did somebody write the draft here, and not give it yet? */
  #isOwn = false;
  /** Is the draft that is kept of this tab? Another tab's is not ours to clear. */
  #isKept = false;
  #cancelKeeping = (): void => {};
  /** The draft that the server is being asked to keep for the deadline. */
  #keeping: Json = null;
  #isClosed = false;

  constructor(private readonly wiring: Wiring) {
    super({ ...EMPTY, step: -1 });
  }

  override get now(): Composing {
    const status = this.#status();
    const canSubmit = (status === "ready" || status === "asking") && this.known.draft !== null && !this.known.ahead;
    const { kept, draft, typed } = this.known;
    const atDeadline = kept === null ? "default" : typed === null && equal(kept, draft) ? "draft" : "before";
    return { ...this.known, status, atDeadline, canSubmit };
  }

  /** Ask nothing more. What is written stays where it is kept. */
  close(): void {
    this.#isClosed = true;
    this.#cancel();
    this.#cancelKeeping();
    this.end();
  }

  // -- writing -------------------------------------------------------------------------------------------------

  /** Begin with one of the orders offered. */
  choose(template: Template): boolean {
    return this.#write(() => template.order);
  }

  /** Put a value at a path. False where the path leads nowhere in the draft, or nothing can be written now. */
  set(path: Path, value: Json): boolean {
    return this.#write((draft) => put(draft, path, value));
  }

  /** Take out what is at a path. Setting it to null is something else: null is a value like any other. */
  remove(path: Path): boolean {
    return this.#write((draft) => drop(draft, path));
  }

  /** Write the order in the game's notation. */
  type(notation: string): void {
    if (this.#isLocked()) return;
    this.change({ typed: notation, problem: null });
    this.#ask({ notation }, DEBOUNCE);
  }

  undo(): void {
    const { past, draft, future, typed } = this.known;
    const before = past.at(-1);
    if (this.#isLocked()) return;
    if (typed !== null) this.#replace(draft, { past, future });
    else if (before !== undefined) this.#replace(before, { past: past.slice(0, -1), future: [...future, draft] });
  }

  redo(): void {
    const { past, draft, future } = this.known;
    const after = future.at(-1);
    if (after === undefined || this.#isLocked()) return;
    this.#replace(after, { past: [...past, draft], future: future.slice(0, -1) });
  }

  /** Back to the default order; this, too, can be undone. */
  reset(): void {
    if (this.#isLocked()) return;
    this.change({ typed: null, problem: null });
    this.#ask({}, 0);
  }

  /** Why an order that is not offered cannot be given. The draft stays as it is. */
  async obstacles(order: Json): Promise<readonly Violation[]> {
    return (await this.wiring.consider({ order })).violations;
  }

  // -- giving --------------------------------------------------------------------------------------------------

  /** Give the order that stands there now. Whoever sends it sees to it that it counts once. */
  async submit(): Promise<void> {
    if (!this.now.canSubmit || this.#table === null) return;
    const { draft, step } = this.known;
    if (this.#isAsking && this.#question.order === undefined) {
      // Only the server can say which order a text is.
      this.#pressed = this.#question;
      this.tell();
      return;
    }
    const sent = { order: draft, phase: this.#table.table.phase.key };
    this.#sent = sent;
    this.change({ problem: null });
    try {
      this.#accept(await this.wiring.order(draft, step), step, sent.order);
    } catch (error) {
      const isOver = step !== this.known.step;
      // Somebody resigned meanwhile, say: the turn goes on under another number, and the order was not taken.
      const isSameTurn = isOver && sent.phase === this.#table.table.phase.key && !this.#isLocked();
      if (isSameTurn) this.#replace(sent.order, { past: [], future: [] });
      else if (!isOver) this.#refuse(error, sent.order);
    }
    if (this.#sent === sent) this.#sent = null;
    this.tell();
  }

  /** Take the order back; the draft stays as it is. */
  async withdraw(): Promise<void> {
    if (this.known.pending === null || this.#isStale) return;
    const { step } = this.known;
    this.change({ problem: null });
    try {
      this.#accept(await this.wiring.withdraw(), step, null);
    } catch (error) {
      if (step === this.known.step) this.#refuse(error, null);
    }
  }

  #accept(accepted: Accepted, step: number, pending: Json): void {
    if (step !== this.known.step || accepted.seq < this.#seq) return;
    this.#seq = accepted.seq;
    this.#isStale ||= accepted.step > step;
    this.#isOwn = !this.#isStale && !equal(pending, this.known.draft);
    this.change({ pending });
    this.#keep();
    this.#keepForDeadline();
  }

  #refuse(error: unknown, order: Json): void {
    const problem = problemOf(error);
    this.#isStale ||= problem.status === 409;
    const isAbout = problem.violations.length > 0 && order !== null && equal(order, this.known.draft);
    this.change({ problem, ...(isAbout && { violations: problem.violations }) });
  }

  // -- hearing -------------------------------------------------------------------------------------------------

  /** Take the newest table. A draft goes on if it was not for something that is over now. */
  rebase(table: TableAnswer): void {
    if (this.#isClosed || table.seq < this.#seq || table === this.#table) return;
    const before = this.#table;
    this.#table = table;
    this.#seq = table.seq;
    const { step, pending } = table.table;
    if (this.#isStale || step !== this.known.step) {
      this.#begin(table, before);
      return;
    }
    this.#isOwn &&= !equal(pending, this.known.draft);
    this.change({ pending, kept: table.kept });
    this.#keep();
    this.#keepForDeadline();
    if (!this.#isOwn && pending !== null && !equal(pending, this.known.draft)) {
      this.change({ draft: pending, typed: null, past: [], future: [] });
      this.#ask({ order: pending }, 0);
    }
  }

  #begin(answer: TableAnswer, before: TableAnswer | null): void {
    const { table, you } = answer;
    const kept = this.#isOwn && before !== null ? this.#written(before) : this.wiring.drafts.load();
    const isSent = kept !== null && this.#sent !== null && equal(kept.order, this.#sent.order);
    const isSameTurn = kept?.phase === table.phase.key && !this.#mayBePlayed(answer, before);
    const goesOn = kept !== null && (kept.step === table.step || kept.ahead || isSameTurn);
    const isGood = goesOn && !isSent;
    const draft = isGood ? kept.order : (table.pending ?? answer.kept);
    this.#cancel();
    this.#cancelKeeping();
    this.#asked += 1;
    this.#sent = null;
    this.#isOwn = isGood;
    this.#isKept ||= kept !== null && kept.step <= table.step;
    this.#isStale = table.outcome !== null;
    const ahead = !table.to_act.includes(you ?? 0);
    this.known = { ...EMPTY, step: table.step, pending: table.pending, kept: answer.kept, draft, ahead };
    this.#keep();
    this.tell();
    if (!this.#isStale) this.#ask(draft === null ? {} : { order: draft }, 0);
  }

  /** In a series the turn goes on after the deadline. Is a draft from before one that has been played then? */
  #mayBePlayed({ now, deadline }: TableAnswer, before: TableAnswer | null): boolean {
    if (this.wiring.turn === "plan" || deadline === null) return false;
    return before === null || (before.deadline !== null && now >= before.deadline);
  }

  // -- asking --------------------------------------------------------------------------------------------------

  #write(edit: (draft: Json) => Json): boolean {
    if (this.#isLocked() || this.known.draft === null) return false;
    try {
      this.#replace(edit(this.known.draft), this.#remember());
      return true;
    } catch (error) {
      if (error instanceof RangeError) return false;
      throw error;
    }
  }

  #replace(draft: Json, history: Pick<Fields, "past" | "future">): void {
    this.#isOwn = true;
    this.change({ draft, typed: null, problem: null, ...history });
    this.#keep();
    this.#ask({ order: draft }, DEBOUNCE);
  }

  #remember(): Pick<Fields, "past" | "future"> {
    return { past: [...this.known.past, this.known.draft].slice(-MOST_PAST), future: [] };
  }

  #ask(draft: Draft, delay: number): void {
    const asked = ++this.#asked;
    this.#isAsking = true;
    // What was changed meanwhile is not what was given.
    if (draft !== this.#pressed) this.#pressed = null;
    this.#question = draft;
    this.#cancel();
    this.#cancel = this.wiring.clock.after(delay, () => {
      this.wiring.consider(draft).then(
        (answer) => asked === this.#asked && this.#hear(draft, answer),
        (error: unknown) => asked === this.#asked && this.#hearFailure(draft, error),
      );
    });
    this.tell();
  }

  #hear(asked: Draft, answer: Considered): void {
    if (this.#isClosed) return;
    if (answer.step !== this.known.step) {
      this.#isStale ||= answer.step > this.known.step;
      if (this.#isStale) this.tell();
      else this.#ask(asked, RETRY);
      return;
    }
    const { order, options, preview, notation, forecast, violations, ahead } = answer;
    const isNew = this.known.draft !== null && asked.order === undefined && !equal(order, this.known.draft);
    const isLegal = violations.every((violation) => violation.weight !== "refused");
    const isPressed = this.#pressed !== null;
    if (this.#sent !== null && asked.order !== undefined && equal(this.#sent.order, asked.order)) {
      this.#sent.order = order;
    }
    this.#isAsking = false;
    this.#pressed = null;
    this.#isOwn ||= isNew;
    this.change({
      ...(isNew && this.#remember()),
      draft: order,
      typed: null,
      preview,
      notation,
      forecast,
      violations,
      ahead,
      problem: null,
      ...((isLegal || this.known.options.templates.length === 0) && { options }),
    });
    this.#keep();
    this.#keepForDeadline();
    if (isPressed) void this.submit();
  }

  #hearFailure(asked: Draft, error: unknown): void {
    if (this.#isClosed) return;
    const isFinal = error instanceof ServerSaid && !error.passes;
    this.change({ problem: problemOf(error) });
    if (!isFinal) this.#ask(asked, RETRY);
    else if (error.problem.status === 409) {
      this.#isStale = true;
      this.tell();
    } else if (asked.order !== undefined && this.known.options.templates.length === 0) {
      // What was kept is no order of this game, or no longer.
      this.#isOwn = false;
      this.change({ draft: null });
      this.#keep();
      this.#ask({}, 0);
    } else {
      this.#isAsking = false;
      this.#pressed = null;
      this.change({ violations: error.problem.violations });
    }
  }

  // -- knowing -------------------------------------------------------------------------------------------------

  #status(): Status {
    const { draft, pending, typed, problem, violations } = this.known;
    if (this.#isStale) return "stale";
    if (this.#pressed !== null) return "submitting";
    if (typed !== null) return this.#isAsking ? "asking" : "refused";
    if (this.#sent !== null && equal(this.#sent.order, draft)) return "submitting";
    if (pending !== null && equal(pending, draft)) return "submitted";
    if (this.#isAsking) return "asking";
    const isRefused = problem?.status === 400 || violations.some((violation) => violation.weight === "refused");
    return isRefused ? "refused" : "ready";
  }

  #isLocked(): boolean {
    return this.#isClosed || this.#isStale || (this.wiring.turn === "series" && this.#sent !== null);
  }

  /** Keep what somebody wrote for their next visit, unless the server has it anyway. */
  #keep(): void {
    const { draft, pending } = this.known;
    const isWorthIt = this.#isOwn && !this.#isStale && !equal(draft, pending);
    if (isWorthIt && this.#table !== null) this.wiring.drafts.save(this.#written(this.#table));
    else if (this.#isKept) this.wiring.drafts.clear();
    this.#isKept = isWorthIt;
  }

  /** A moment after a draft was found legal, have it kept. Meanwhile, and if it fails, the one before stays. */
  #keepForDeadline(): void {
    const { draft, step, pending, kept } = this.known;
    const { status, canSubmit } = this.now;
    if (status !== "ready" || !canSubmit || !this.#isOwn) return;
    this.#cancelKeeping();
    const hasClock = this.#table !== null && this.#table.deadline !== null;
    if (!hasClock || pending !== null || equal(draft, this.#keeping ?? kept)) return;
    this.#cancelKeeping = this.wiring.clock.after(STANDS, () => {
      if (this.#isStale || this.#sent !== null || this.known.pending !== null) return;
      this.#keeping = draft;
      const settle = (): void => {
        if (this.#keeping === draft) this.#keeping = null;
      };
      this.wiring.keep(draft, step).then(settle, settle);
    });
  }

  #written({ table }: TableAnswer): Kept {
    const { step, ahead, draft } = this.known;
    return { step, phase: table.phase.key, ahead, order: draft };
  }
}
