/**
 * A socket that stays open: it is made again after a drop, later each time, and a server that is gone without a word
 * is noticed. What is said over it is somebody else's matter.
 */

import { realClock, type Clock } from "./clock";

export const SHORTEST = 200;
export const LONGEST = 10_000;
/** How long it may be quiet before the server is asked whether it is still there. */
export const QUIET = 20_000;
/** How long a server may take to open a connection, and to answer when it is asked that. */
export const PATIENCE = 10_000;

/** The server closes a socket with this code where it was too much: it is left alone for a while. */
export const TOO_MANY = 4429;

const OPEN = 1;

/** As much of a WebSocket as is needed. */
export interface Socket {
  readonly readyState: number;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface Line {
  Socket: new (address: string) => Socket;
  clock: Clock;
  /** From 0 to 1: clients that lost a server at the same moment do not come back at the same moment. */
  random(): number;
}

export const browserLine: Line = { Socket: WebSocket, clock: realClock, random: Math.random };

/** What a message was: `nonsense` ends the connection, and after a `refusal` the server is about to end it. */
export type Heard = "news" | "refusal" | "nonsense";

export interface Talk {
  /** Where the next connection leads. */
  address(): string;
  opened(): void;
  heard(text: unknown): Heard;
  /** The connection was lost, with this code; false where another one would be of no use. */
  dropped(code: number): boolean;
  /** The message that asks whether the server is there. */
  ping(): string;
}

export class Connection {
  #socket: Socket | null = null;
  #tries = 0;
  #cancel = (): void => {};

  constructor(
    private readonly line: Line,
    private readonly talk: Talk,
  ) {}

  /** Connect now, even if the next try was to be later. */
  open(): void {
    if (this.#socket !== null) return;
    const socket = new this.line.Socket(this.talk.address());
    this.#socket = socket;
    socket.onopen = () => this.talk.opened();
    socket.onmessage = ({ data }) => {
      const heard = this.talk.heard(data);
      if (this.#socket !== socket) return;
      if (heard === "nonsense") this.#drop(0);
      else this.#listen();
      if (heard === "news") this.#tries = 0;
    };
    socket.onclose = ({ code }) => this.#drop(code);
    this.#giveUpAfter(PATIENCE);
  }

  close(): void {
    this.#cancel();
    this.#letGo();
  }

  /** Was it sent? */
  send(text: string): boolean {
    if (this.#socket?.readyState !== OPEN) return false;
    this.#socket.send(text);
    return true;
  }

  #listen(): void {
    this.#cancel();
    this.#cancel = this.line.clock.after(QUIET, () => {
      this.send(this.talk.ping());
      this.#giveUpAfter(PATIENCE);
    });
  }

  #giveUpAfter(milliseconds: number): void {
    this.#cancel();
    this.#cancel = this.line.clock.after(milliseconds, () => this.#drop(0));
  }

  #drop(code: number): void {
    this.close();
    if (!this.talk.dropped(code)) return;
    const most = code === TOO_MANY ? LONGEST : Math.min(LONGEST, SHORTEST * 2 ** this.#tries);
    const pause = most * (0.5 + this.line.random() / 2);
    this.#tries += 1;
    this.#cancel();
    this.#cancel = this.line.clock.after(pause, () => this.open());
  }

  /** A browser may report the end of a socket long after we have turned away from it. */
  #letGo(): void {
    const socket = this.#socket;
    this.#socket = null;
    if (socket === null) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }
}
