/**
 * My matches, wherever I am: how many wait for me, and where each of them stands. No DOM, no rules.
 *
 * The socket repeats nothing after a drop: on every connection the matches are listed again.
 */

import type { MatchLine, MatchList, PersonalMessage } from "../api";
import { Connection, type Heard, type Line } from "./connection";
import { Store } from "./store";

/** The server does not know us, and will not know us the next time. */
const NOT_SIGNED_IN = 4401;

export interface AtHome {
  connection: "connecting" | "open" | "lost" | "closed";
  /** How many matches wait for me in which others wait with them: bots have time. */
  yourMove: number;
  /** My matches, those that wait for me first, then the newest change; null until they were listed. */
  mine: readonly MatchLine[] | null;
  /** Why the last listing failed. */
  failure: unknown;
  /** How far the server's clock is ahead of ours. */
  ahead: number;
}

export interface Sources {
  /** Where the server's sockets are, such as `wss:` and the host. */
  server: string;
  /** My matches, as many as a page holds, the newest change first. */
  list(): Promise<MatchList>;
  /** Those of them that wait for me: some may be on a later page. */
  waiting(): Promise<MatchList>;
  now(): number;
  /** Is given every piece of news, after it was taken in. */
  heard(why: News["why"], line: MatchLine): void;
}

export type News = Extract<PersonalMessage, { type: "news" }>;

export class Home extends Store<AtHome> {
  #lines = new Map<string, MatchLine>();
  #connection: Connection;
  /** Counts the listings: an answer to an older one comes too late. */
  #listing = 0;

  constructor(
    private readonly sources: Sources,
    line: Line,
  ) {
    super({ connection: "closed", yourMove: 0, mine: null, failure: null, ahead: 0 });
    this.#connection = new Connection(line, {
      address: () => `${sources.server}/api/me/live?marks=true`,
      opened: () => this.change({ connection: "open" }),
      heard: (text) => this.#hear(text),
      dropped: (code) => {
        const isKnown = code !== NOT_SIGNED_IN;
        this.change({ connection: isKnown ? "lost" : "closed" });
        return isKnown;
      },
      ping: () => JSON.stringify({ type: "ping" }),
    });
  }

  /** Connect; or, after a drop, connect again without waiting. */
  open(): void {
    if (this.now.connection === "open" || this.now.connection === "connecting") return;
    this.change({ connection: "connecting" });
    this.#connection.open();
  }

  close(): void {
    this.#connection.close();
    this.#listing += 1;
    this.change({ connection: "closed" });
  }

  /** List my matches again. News that comes meanwhile is newer than the list. */
  async list(): Promise<void> {
    const listing = ++this.#listing;
    const before = new Map(this.#lines);
    try {
      const page = await this.sources.list();
      const waiting = page.next === null ? [] : (await this.sources.waiting()).matches;
      if (listing !== this.#listing) return;
      const news = [...this.#lines].filter(([id, line]) => before.get(id) !== line);
      this.#lines = new Map([...page.matches, ...waiting].map((line) => [line.id, line]));
      for (const [, line] of news) this.#take(line);
      this.change({ ...this.#listed(), failure: null });
    } catch (error) {
      if (listing === this.#listing) this.change({ failure: error });
    }
  }

  #hear(text: unknown): Heard {
    let message: PersonalMessage;
    try {
      message = JSON.parse(String(text)) as PersonalMessage;
    } catch {
      return "nonsense";
    }
    switch (message.type) {
      case "home":
        this.change({ ahead: message.now - this.sources.now() });
        void this.list();
        return "news";
      case "news":
        this.#take(message.match);
        if (this.now.mine !== null) this.change(this.#listed());
        this.sources.heard(message.why, message.match);
        return "news";
      case "pong":
        return "news";
      case "problem":
        return "refusal";
      default:
        return "nonsense";
    }
  }

  /** A line that is older than what we know says nothing. */
  #take(line: MatchLine): void {
    const known = this.#lines.get(line.id);
    if (known === undefined || known.seq <= line.seq) this.#lines.set(line.id, line);
  }

  #listed(): Pick<AtHome, "mine" | "yourMove"> {
    const mine = [...this.#lines.values()]
      .filter(({ status }) => status !== "cancelled")
      .sort(
        (one, other) =>
          Number(other.your_move) - Number(one.your_move) ||
          (one.your_move ? urgency(one) - urgency(other) : other.changed_at - one.changed_at),
      );
    return { mine, yourMove: mine.filter((line) => line.your_move && !line.practice).length };
  }
}

/** Of the matches that wait for me, the one whose time runs out first comes first, then the one that waited longest. */
function urgency({ deadline, since, changed_at }: MatchLine): number {
  return deadline ?? 1e14 + (since ?? changed_at);
}
