/** How a request fails. */

import type { Problem } from ".";

/** The server refused it. */
export class ServerSaid extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }

  /** Is the server only busy, or stopping? */
  get passes(): boolean {
    return this.problem.status === 429 || this.problem.status === 503;
  }
}

/** The connection was lost: nobody knows whether it was carried out. */
export class AnswerLost extends Error {}
