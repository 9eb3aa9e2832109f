/** My matches as every screen knows them: the tab's title counts those that wait for me. */

import * as calls from "../api/calls";
import { sockets } from "../api/http";
import { browserLine } from "../play/connection";
import type { MatchLine } from "../api";
import { Home, type AtHome } from "../play/home";
import { person } from "./person.svelte";

/** The server's most lines per page. */
const PAGE = 100;

class Mine {
  at = $state.raw<AtHome>() as AtHome;
  /** The match that has begun while I was elsewhere, until I look. */
  begun = $state.raw<MatchLine | null>(null);
  #home: Home;

  constructor() {
    this.#home = new Home(
      {
        server: sockets(),
        list: () => calls.matches({ mine: true, limit: PAGE }),
        waiting: () => calls.matches({ your_move: true, limit: PAGE }),
        now: Date.now,
        heard: (why, line) => {
          if (why === "began" && !line.practice) this.begun = line;
          if (document.hidden) void import("./telling").then(({ tell }) => tell(why, line));
        },
      },
      browserLine,
    );
    this.#home.subscribe((at) => (this.at = at));
  }

  /** Come in: whoever has no identity yet gets one first, since a socket has no way to give a cookie. */
  async enter(): Promise<void> {
    await person.come();
    this.#home.open();
  }

  list(): Promise<void> {
    return this.#home.list();
  }

  /** By the server's clock. */
  now(): number {
    return Date.now() + this.at.ahead;
  }
}

export const mine = new Mine();
