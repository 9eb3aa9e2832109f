/** Requests to the server: JSON there and back, and every failure an error with a sentence. */

import { AnswerLost, ServerSaid } from "./problems";
import type { Problem } from ".";

type Query = Record<string, string | number | boolean | null>;

export function get<Answer>(path: string, query: Query = {}, signal: AbortSignal | null = null): Promise<Answer> {
  return ask("GET", path + asked(query), undefined, signal);
}

export function post<Answer>(path: string, body: unknown = {}): Promise<Answer> {
  return ask("POST", path, body);
}

export function put<Answer>(path: string, body: unknown): Promise<Answer> {
  return ask("PUT", path, body);
}

export function patch<Answer>(path: string, body: unknown): Promise<Answer> {
  return ask("PATCH", path, body);
}

export function del<Answer>(path: string): Promise<Answer> {
  return ask("DELETE", path, undefined);
}

/** Where the server's sockets are. */
export const sockets = (): string => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}`;

/** The settings that are given, as part of an address. */
export function asked(query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== null);
  return given.length > 0 ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : "";
}

async function ask<Answer>(
  method: string,
  path: string,
  body: unknown,
  signal: AbortSignal | null = null,
): Promise<Answer> {
  const response = await attempt(() =>
    fetch(path, {
      method,
      signal,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    }),
  );
  const answer: unknown = await attempt(() => (response.status === 204 ? null : response.json()));
  if (response.ok) return answer as Answer;
  throw isProblem(answer) ? new ServerSaid(answer) : new AnswerLost("The server sent an unexpected answer.");
}

async function attempt<Result>(action: () => Promise<Result> | Result): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new AnswerLost("The server cannot be reached.");
  }
}

function isProblem(answer: unknown): answer is Problem {
  return typeof answer === "object" && answer !== null && "detail" in answer && "violations" in answer;
}
