/**
 * Being at a table: what is known of a match, what is asked of it, what has happened at it. No DOM, no rules.
 *
 * It outlives its connections. Each goes on from the `seq` that was heard last: nothing is missed, nothing comes twice.
 */

import type {
  Accepted,
  ChatLine,
  Considered,
  Draft,
  Entry,
  Json,
  MatchInfo,
  Outgoing,
  Presence,
  Problem,
  Request,
  TableAnswer,
  TableMessage,
  WaitingMessage,
} from "../api";
import { Connection, type Heard, type Line, type Talk } from "./connection";
import { AnswerLost, ServerSaid } from "../api/problems";
import { Requests } from "./requests";
import { Store } from "./store";

/** A socket that is refused is closed with this plus the HTTP status. */
const CLOSE_CODES = 4000;
const TOO_LONG = 1009;

export interface AtTable {
  /** `refused`: the server does not let us in, and `problem` says why. */
  connection: "connecting" | "open" | "lost" | "refused" | "closed";
  problem: Problem | null;
  /** The match from outside, as it was told last; null until it is told. */
  match: MatchInfo | null;
  /** The newest table; null before the start. */
  table: TableAnswer | null;
  presence: Presence | null;
  /** Everything that was resolved after the `since` we began with. */
  entries: readonly Entry[];
  /** What was said since then, and what was recalled of the time before. */
  chat: readonly ChatLine[];
}

/** What was resolved together, and the table it led to. */
export interface Reveal {
  entries: readonly Entry[];
  table: TableAnswer;
}

export interface Place {
  /** Where the server's sockets are, such as `wss:` and the host. */
  server: string;
  match: string;
  /** The one of our seats that it is for; null for our only one, or to watch. */
  seat: number | null;
  /** The table that is known already; null before the start. */
  first: TableAnswer | null;
}

type Answer = Extract<Outgoing, { type: "considered" | "taken" | "pong" }>;

export class Match extends Store<AtTable> {
  #seq: number;
  /** What never changes in a view: only the first on a connection has it. */
  #setup: unknown = null;
  /** Why the server is about to close the socket, if it is. */
  #refusal: Problem | null = null;
  /** What a message has brought to be revealed. */
  #reveal: Reveal | null = null;
  #connection: Connection;
  #requests: Requests<Answer>;

  constructor(
    private readonly place: Place,
    line: Line,
    newId: () => string,
    /** Is given everything that happens while we are here, before anybody is told of the new table. */
    private readonly revealed: (reveal: Reveal) => void,
  ) {
    super({
      connection: "closed",
      problem: null,
      match: null,
      table: place.first,
      presence: null,
      entries: [],
      chat: [],
    });
    this.#seq = place.first?.seq ?? 0;
    this.#setup = place.first?.table.view.setup ?? null;
    const talk: Talk = {
      address: () => this.#address(),
      opened: () => {
        this.change({ connection: "open", problem: null });
        this.#requests.resume();
      },
      heard: (text) => this.#hear(text),
      dropped: (code) => this.#drop(code),
      ping: () => JSON.stringify({ type: "ping" }),
    };
    this.#connection = new Connection(line, talk);
    this.#requests = new Requests((text) => this.#connection.send(text), newId);
  }

  /** Connect; or, after a drop, connect again without waiting. */
  open(): void {
    if (this.now.connection === "open") return;
    this.change({ connection: "connecting" });
    this.#connection.open();
  }

  close(): void {
    this.#connection.close();
    this.#requests.end(new AnswerLost("You have left the table."));
    this.change({ connection: "closed" });
    this.end();
  }

  // -- asking --------------------------------------------------------------------------------------------------

  /** Give an order. It is sent again after a drop, under the same id, and so it counts once. */
  order(order: Json, step: number): Promise<Accepted> {
    return this.#accepted({ type: "order", order, step });
  }

  /** Keep an order for when time runs out: it is none until then. */
  async keep(order: Json, step: number): Promise<void> {
    await this.#accepted({ type: "order", order, step, ready: false });
    const { table } = this.now;
    // Nobody else is told, and so no table comes by itself.
    if (table?.table.step === step && table.table.pending === null) this.change({ table: { ...table, kept: order } });
  }

  withdraw(): Promise<Accepted> {
    return this.#accepted({ type: "withdraw" });
  }

  /** Everything about a draft. */
  async consider(draft: Draft): Promise<Considered> {
    const answer = await this.#ask({ type: "draft", ...draft });
    if (answer.type !== "considered") throw new AnswerLost("The server sent an unexpected answer.");
    return answer.draft;
  }

  /** Say something, to all or to one other seat. */
  async say(text: string, to: number | null = null): Promise<void> {
    await this.#ask({ type: "say", text, ...(to !== null && { to }) });
  }

  async resign(): Promise<void> {
    await this.#ask({ type: "resign" });
  }

  /** Offer a draw, agree to one, or take the offer back. */
  async draw(offer: boolean): Promise<void> {
    await this.#ask({ type: "draw", offer });
  }

  async #accepted(request: Request): Promise<Accepted> {
    const answer = await this.#ask(request);
    if (answer.type !== "taken" || answer.result === null)
      throw new AnswerLost("The server sent an unexpected answer.");
    return answer.result;
  }

  #ask(request: Request): Promise<Answer> {
    const { connection, problem } = this.now;
    if (connection === "refused" && problem !== null) return Promise.reject(new ServerSaid(problem));
    if (connection === "closed") return Promise.reject(new AnswerLost("You have left the table."));
    return this.#requests.ask(request);
  }

  /** Take lines of chat from before we came, or from before we could read them. */
  recall(lines: readonly ChatLine[]): void {
    const chat = new Map([...lines, ...this.now.chat].map((line) => [line.seq, line]));
    this.change({ chat: [...chat.values()].sort((one, other) => one.seq - other.seq) });
  }

  // -- hearing -------------------------------------------------------------------------------------------------

  #address(): string {
    const { server, match, seat } = this.place;
    const query = new URLSearchParams({ since: String(this.#seq), marks: "true" });
    if (seat !== null) query.set("seat", String(seat));
    return `${server}/api/matches/${encodeURIComponent(match)}/live?${query}`;
  }

  #hear(text: unknown): Heard {
    this.#refusal = this.#reveal = null;
    try {
      this.#take(JSON.parse(String(text)) as Outgoing);
    } catch {
      return "nonsense";
    }
    if (this.#reveal !== null) this.revealed(this.#reveal);
    this.tell();
    return this.#refusal === null ? "news" : "refusal";
  }

  /** Take a message as a whole, or throw and take nothing of it. */
  #take(message: Outgoing): void {
    switch (message.type) {
      case "seats":
        this.know({ match: message.match, chat: this.#chatWith(message.said) });
        // Once there is a table, this only tells who sits where: other news may still be on its way.
        if (this.now.table === null) this.#seq = message.match.seq;
        break;
      case "history":
        this.know({
          entries: [...this.now.entries, ...this.#newest(message.happened)],
          chat: this.#chatWith(message.said),
        });
        this.#seq = message.seq;
        break;
      case "table":
        this.#takeTable(message);
        break;
      case "waiting":
        this.#takeWaiting(message);
        break;
      case "said":
        this.know({ chat: this.#chatWith(message.said) });
        this.#seq = message.seq;
        break;
      case "unsaid": {
        const gone = new Set(message.lines);
        const chat = this.now.chat.map((line) => (gone.has(line.seq) ? { ...line, text: "", removed: true } : line));
        this.know({ chat });
        break;
      }
      case "presence":
        this.know({ presence: message });
        break;
      case "problem":
        this.#takeProblem(message.id, message);
        break;
      case "considered":
      case "taken":
      case "pong":
        if (message.id !== null) this.#requests.answer(message.id, message);
    }
  }

  #takeTable({ table: told, happened, said }: TableMessage): void {
    const { view } = told.table;
    const setup = view.setup ?? this.#setup;
    const table = { ...told, table: { ...told.table, view: { ...view, setup } } };
    const { entries, table: before } = this.now;
    const news = this.#newest(happened);
    this.know({
      table,
      entries: [...entries, ...news],
      chat: this.#chatWith(said),
    });
    if (before !== null && news.length > 0) this.#reveal = { entries: news, table };
    this.#setup = setup;
    this.#seq = told.seq;
  }

  #takeWaiting({ seq, now, deadline, offers, pause, submitted, pending, said }: WaitingMessage): void {
    const { table } = this.now;
    if (table === null) throw new TypeError("There is no table yet.");
    // Whoever gives an order has nothing kept for the deadline any more.
    const kept = pending === null ? table.kept : null;
    this.know({
      table: { ...table, seq, now, deadline, offers, pause, kept, table: { ...table.table, submitted, pending } },
      chat: this.#chatWith(said),
    });
    this.#seq = seq;
  }

  #takeProblem(id: string | null, { status, code, detail, violations }: Problem): void {
    const problem = { status, code, detail, violations };
    if (id !== null) {
      this.#requests.refuse(id, problem);
    } else {
      this.#refusal = problem;
      // While a server stops it says so: what it did not answer is sent again to the next.
      if (!new ServerSaid(problem).passes) this.#requests.refuseSent(problem);
    }
  }

  #newest(happened: readonly Entry[]): readonly Entry[] {
    const known = this.now.entries.at(-1)?.step ?? 0;
    return happened.filter((entry) => entry.step > known);
  }

  #chatWith(said: readonly ChatLine[]): readonly ChatLine[] {
    const { chat } = this.now;
    const known = chat.at(-1)?.seq ?? 0;
    const news = said.filter((line) => line.seq > known);
    return news.length > 0 ? [...chat, ...news] : chat;
  }

  #drop(code: number): boolean {
    const refusal = this.#refusal;
    this.#refusal = null;
    if (code === TOO_LONG) {
      const detail = "The message is too long for the server.";
      this.#requests.refuseSent({ status: 413, code: "TooLarge", detail, violations: [] });
    }
    const said = refusal !== null && code === CLOSE_CODES + refusal.status ? new ServerSaid(refusal) : null;
    if (said !== null && !said.passes) {
      this.#requests.end(said);
      this.change({ connection: "refused", problem: said.problem });
      return false;
    }
    this.#requests.dropped();
    this.change({ connection: "lost" });
    return true;
  }
}
