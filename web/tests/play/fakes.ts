/** Stand-ins for what headless modules are given. */

import type { Clock } from "../../src/play/clock";
import type { Socket } from "../../src/play/connection";

export class TestClock implements Clock {
  #now = 0;
  #due: { at: number; action: () => void }[] = [];

  after(milliseconds: number, action: () => void): () => void {
    const task = { at: this.#now + milliseconds, action };
    this.#due.push(task);
    return () => {
      this.#due = this.#due.filter((other) => other !== task);
    };
  }

  /** Let time pass, and everything happen that follows from it. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    for (;;) {
      const [next] = this.#due.filter((task) => task.at <= end).sort((one, other) => one.at - other.at);
      if (next === undefined) break;
      this.#due = this.#due.filter((task) => task !== next);
      this.#now = next.at;
      next.action();
      await settle();
    }
    this.#now = end;
    await settle();
  }

  /** How long until something is due. */
  get next(): number {
    return Math.min(...this.#due.map((task) => task.at)) - this.#now;
  }

  get waiting(): number {
    return this.#due.length;
  }
}

/** Let promises run that wait for nothing else. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

export class TestDrawer {
  readonly items = new Map<string, string>();
  getItem = (key: string): string | null => this.items.get(key) ?? null;
  setItem = (key: string, value: string): void => void this.items.set(key, value);
  removeItem = (key: string): void => void this.items.delete(key);
}

/** All sockets there were, the newest last; a test empties it first. */
export const sockets: TestSocket[] = [];

export class TestSocket implements Socket {
  readyState = 0;
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  readonly sent: { type: string; id?: string; [field: string]: unknown }[] = [];

  constructor(readonly address: string) {
    sockets.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as TestSocket["sent"][number]);
  }

  close(): void {
    this.readyState = 3;
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.(new Event("open"));
  }

  async tell(message: object | string): Promise<void> {
    const data = typeof message === "string" ? message : JSON.stringify(message);
    this.onmessage?.({ data } as MessageEvent);
    await settle();
  }

  async drop(code = 1006): Promise<void> {
    this.readyState = 3;
    this.onclose?.({ code } as CloseEvent);
    await settle();
  }
}
