/** Whatever failed, as a problem that can be shown. No DOM. */

import type { Problem } from "../api";
import { ServerSaid } from "../api/problems";
import { reason } from "./words";

export function problemOf(error: unknown): Problem {
  if (error instanceof ServerSaid) return error.problem;
  const detail = reason(error);
  return { status: 0, code: "AnswerLost", detail, violations: [] };
}
