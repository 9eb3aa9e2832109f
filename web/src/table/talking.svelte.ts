/** Talk at a table as its components show it: all that was said, what is new, who has just spoken. */

import type { ChatLine } from "../api";
import * as calls from "../api/calls";
import { announcer } from "../page/announce.svelte";
import { drawer } from "../page/drawer";
import { realClock } from "../play/clock";
import { readIn, type Seen } from "../play/seen";
import type { Sitting } from "./sitting.svelte";

/** Beyond every `seq` that a journal may have. */
const NEWEST = 2 ** 31 - 1;
/** For how long the newest line of a player stands beside their name, in milliseconds. */
const SPOKEN = 6000;

export class Talking {
  /** What somebody is about to say, and to which seat (null: to all): it outlives a window that is made smaller. */
  text = $state("");
  to = $state<number | null>(null);
  /** What players have said just now, by their seats. */
  spoken = $state<{ [seat: number]: ChatLine }>({});
  /** May there be lines before those that are known? */
  hasEarlier = $state(false);
  /** Is the conversation on show somewhere? */
  isShown = false;

  #readUpTo = $state(0);
  readonly #stored: Seen;
  /** The newest line that was heard, if any line was. */
  #heard: number | null = null;
  /** What the match was when its chat was fetched: with its end, more of it may be read. */
  #fetchedAs: string | null = null;

  /** How many lines of others were not read yet. */
  readonly unread: number = $derived.by(
    () =>
      this.sitting.at.chat.filter(({ seq, seat, removed }) => seq > this.#readUpTo && !removed && !this.#isMine(seat))
        .length,
  );

  /** Those whom something can be told in private; nobody, where the terms do not allow it. */
  readonly listeners = $derived.by(() => {
    const { talk, status, seats } = this.sitting.now;
    if (talk.kind !== "private" || status !== "playing") return [];
    return seats.filter(({ kind, you }) => (kind === "person" || kind === "local") && !you);
  });

  constructor(private readonly sitting: Sitting) {
    this.#stored = readIn(drawer, sitting.info.id);
    this.#readUpTo = this.#stored.load() ?? 0;
  }

  /** Something may have been said. */
  hear(): void {
    const { chat, table, match } = this.sitting.at;
    const newest = chat.at(-1)?.seq ?? 0;
    const heard = this.#heard ?? newest;
    this.#heard = Math.max(heard, newest);
    for (const line of chat.filter(({ seq, seat }) => seq > heard && !this.#isMine(seat))) this.#speak(line);
    const status = table?.status ?? match?.status ?? null;
    if (status !== null && status !== this.#fetchedAs) {
      this.#fetchedAs = status;
      void this.#fetch(NEWEST);
    }
  }

  /** Fetch what was said before everything that is known. */
  async earlier(): Promise<void> {
    await this.#fetch(this.sitting.at.chat[0]?.seq ?? NEWEST);
  }

  /** Everything that stands there has been read. */
  read(): void {
    this.#readUpTo = Math.max(this.#readUpTo, this.sitting.at.chat.at(-1)?.seq ?? 0);
    this.#stored.save(this.#readUpTo);
  }

  async #fetch(before: number): Promise<void> {
    try {
      const lines = await calls.chat(this.sitting.info.id, before, this.sitting.seat);
      // What was said before we came is nobody's news.
      this.#heard = Math.max(this.#heard ?? 0, lines.at(-1)?.seq ?? 0);
      this.hasEarlier = lines.length === calls.CHAT_LINES;
      this.sitting.match.recall(lines);
    } catch {
      this.#fetchedAs = null; // The next news of the match asks again.
    }
  }

  #speak(line: ChatLine): void {
    this.spoken[line.seat] = line;
    if (!this.isShown) announcer.say(`${line.name} says${line.to === null ? "" : " to you"}: ${line.text}`);
    realClock.after(SPOKEN, () => {
      if (this.spoken[line.seat]?.seq === line.seq) delete this.spoken[line.seat];
    });
  }

  #isMine(seat: number): boolean {
    return this.sitting.now.seats[seat - 1]?.you ?? false;
  }
}
