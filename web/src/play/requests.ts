/** Requests over a socket, each with an id by which its answer is known; they outlive the connection. */

import type { Problem } from "../api";
import { AnswerLost, ServerSaid } from "../api/problems";

/** How many may wait for their answers. */
export const MOST = 100;

/** Browsers have `randomUUID` only where the connection is encrypted. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

interface Waiting<Message> {
  text: string;
  type: string;
  isSent: boolean;
  resolve(answer: Message): void;
  reject(error: Error): void;
}

/** What does no harm when it is sent again, though nobody knows whether it was carried out. */
const REPEATABLE = new Set(["order", "draft"]);

export class Requests<Message> {
  #waiting = new Map<string, Waiting<Message>>();

  constructor(
    private readonly send: (text: string) => boolean,
    private readonly newId: () => string,
  ) {}

  /** Ask, now or as soon as there is a connection. */
  ask(request: { type: string }): Promise<Message> {
    // Nobody waits for what is said about an older draft.
    if (request.type === "draft") this.#lose(({ type }) => type === "draft", "A newer draft has replaced this one.");
    if (this.#waiting.size >= MOST) {
      return Promise.reject(new AnswerLost("Too many requests are waiting for an answer. Try again in a moment."));
    }
    const id = this.newId();
    const text = JSON.stringify({ ...request, id });
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { text, type: request.type, isSent: this.send(text), resolve, reject });
    });
  }

  /** Send what has waited for a connection, in the order in which it was asked. */
  resume(): void {
    for (const each of this.#waiting.values()) each.isSent = this.send(each.text);
  }

  /** The connection was lost. What may not be repeated fails; the rest waits for the next one. */
  dropped(): void {
    const why = "The connection was lost before the answer came.";
    this.#lose(({ isSent, type }) => isSent && !REPEATABLE.has(type), why);
    for (const each of this.#waiting.values()) each.isSent = false;
  }

  answer(id: string, answer: Message): void {
    this.#take(id)?.resolve(answer);
  }

  refuse(id: string, problem: Problem): void {
    this.#take(id)?.reject(new ServerSaid(problem));
  }

  /** Refuse everything that was sent: the server did not understand one of these. */
  refuseSent(problem: Problem): void {
    for (const [id, { isSent }] of [...this.#waiting]) if (isSent) this.refuse(id, problem);
  }

  /** There will be no other connection. */
  end(error: Error): void {
    for (const id of [...this.#waiting.keys()]) this.#take(id)?.reject(error);
  }

  #lose(isLost: (each: Waiting<Message>) => boolean, why: string): void {
    for (const [id, each] of [...this.#waiting]) if (isLost(each)) this.#take(id)?.reject(new AnswerLost(why));
  }

  #take(id: string): Waiting<Message> | undefined {
    const found = this.#waiting.get(id);
    this.#waiting.delete(id);
    return found;
  }
}
