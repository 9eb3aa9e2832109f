/** What is asked of the server over HTTP, by name. */

import type {
  Analysis,
  ChatLine,
  Description,
  GameDetail,
  GameInfo,
  Hint,
  History,
  Invitation,
  Json,
  MatchInfo,
  MatchList,
  NewMatch,
  NewMatchMade,
  Player,
  RulePage,
  RuleText,
  SeatPlan,
  Table,
  TableAnswer,
  Trial,
  Violation,
} from ".";
import { asked, del, get, patch, post, put } from "./http";

const at = (id: string): string => `/api/matches/${encodeURIComponent(id)}`;
const of = (game: string): string => `/api/${encodeURIComponent(game)}`;
const about = (game: string): string => `/api/games/${encodeURIComponent(game)}`;

/** Lines of chat that are fetched at once. */
export const CHAT_LINES = 100;

export interface Filters {
  game?: string;
  pace?: "none" | "live" | "correspondence";
  status?: "open" | "playing" | "over";
  mine?: true;
  your_move?: true;
  to_join?: true;
  to_watch?: true;
  cursor?: string;
  limit?: number;
}

// -- who I am, what there is ---------------------------------------------------------------------------------------

/** Two first requests at once would make two guests: whoever asks meanwhile gets the same answer. */
let coming: Promise<Player> | null = null;
export const me = (): Promise<Player> => (coming ??= get<Player>("/api/me").finally(() => (coming = null)));
export const rename = (name: string): Promise<Player> => put("/api/me", { name });
/** Delete my identity, for good. */
export const deleteMe = (): Promise<unknown> => del("/api/me");
export const games = (): Promise<GameInfo[]> => get("/api/games");
export const game = (slug: string, seats: number | null = null): Promise<GameDetail> => get(about(slug), { seats });
export const rules = (slug: string): Promise<RulePage> => get(`${about(slug)}/rules`);
export const rule = (slug: string, id: string): Promise<RuleText> =>
  get(`${about(slug)}/rules/${encodeURIComponent(id)}`);
export const matches = (filters: Filters): Promise<MatchList> => get("/api/matches", { ...filters, marks: true });

// -- making a match and sitting down -------------------------------------------------------------------------------

export const check = (slug: string, trial: Trial): Promise<{ config: Json; violations: Violation[] }> =>
  post(`${of(slug)}/check`, trial);
export const make = (slug: string, match: NewMatch): Promise<NewMatchMade> =>
  post(`${of(slug)}/matches?marks=true`, match);
export const match = (id: string): Promise<MatchInfo> => get(at(id));
export const change = (slug: string, id: string, terms: Partial<NewMatch>): Promise<MatchInfo> =>
  patch(`${of(slug)}/matches/${encodeURIComponent(id)}`, terms);
export const invitation = (id: string, invite: string): Promise<Invitation> => post(`${at(id)}/invitation`, { invite });
export const join = (id: string, by: { seat?: number; invite?: string } = {}): Promise<MatchInfo> =>
  post(`${at(id)}/join`, by);
export const leave = (id: string, seat: number): Promise<MatchInfo> => post(`${at(id)}/leave${asked({ seat })}`);
export const start = (id: string): Promise<MatchInfo> => post(`${at(id)}/start`);
export const cancel = (id: string): Promise<MatchInfo> => del(at(id));
export const seat = (
  id: string,
  number: number,
  plan: SeatPlan,
): Promise<{ match: MatchInfo; invite: string | null }> => put(`${at(id)}/seats/${number}`, plan);
/** The last lines of chat before a `seq`, of those that one may read. */
export const chat = (id: string, before: number, seat: number | null): Promise<ChatLine[]> =>
  get(`${at(id)}/chat`, { before, limit: CHAT_LINES, seat });
export const say = (id: string, text: string, seat: number): Promise<unknown> =>
  post(`${at(id)}/chat${asked({ seat })}`, { text });
export const swap = (id: string, seats: [number, number]): Promise<MatchInfo> =>
  post(`${at(id)}/seats/swap`, { seats });

// -- during a match and after it -----------------------------------------------------------------------------------

export const describe = (
  id: string,
  query: { seat: number | null; step: number | null; part?: string; width: number },
  signal: AbortSignal,
): Promise<Description> => get(`${at(id)}/describe`, { ...query, marks: true }, signal);
export const resign = (id: string): Promise<MatchInfo> => post(`${at(id)}/resign`);
export const pause = (id: string): Promise<unknown> => post(`${at(id)}/pause`);
export const unpause = (id: string): Promise<unknown> => del(`${at(id)}/pause`);
export const resume = (id: string): Promise<unknown> => post(`${at(id)}/resume`);
/** Let everybody watch a match that I have alone against bots. */
export const share = (id: string): Promise<MatchInfo> => post(`${at(id)}/share`);
export const rematch = (id: string): Promise<MatchInfo> => post(`${at(id)}/rematch`);
export const fork = (slug: string, id: string, step: number | null, seats: SeatPlan[]): Promise<MatchInfo> =>
  post(`${of(slug)}/matches/${encodeURIComponent(id)}/fork`, { step, seats });
export const upload = (record: unknown): Promise<MatchInfo> => post("/api/replays", record);
/** Where a record can be downloaded. */
export const recordOf = (id: string): string => `${at(id)}/record`;

/** A finished match looked at afterwards; the first time it takes some seconds. */
export const analysis = (id: string): Promise<Analysis> => get(`${at(id)}/analysis`, { marks: true });

/** A part of what happened after `since`; its `next` is the `since` of the part that follows. */
export const history = (slug: string, id: string, since: number, seat: number | null): Promise<History> =>
  get(`${of(slug)}/matches/${encodeURIComponent(id)}/history`, { since, seat, marks: true });

/** Tables of the past, from step to step; with the seat in the address a browser may keep them for ever. */
export const steps = (slug: string, id: string, from: number, to: number, seat: number | null): Promise<Table[]> =>
  get(`${of(slug)}/matches/${encodeURIComponent(id)}/steps${asked({ from, to, seat: seat ?? 0 })}`);

/** A good move, and why; at a table against bots it may take some seconds. */
export const hint = (slug: string, id: string, seat: number | null): Promise<Hint> =>
  post(`${of(slug)}/matches/${encodeURIComponent(id)}/hint${asked({ seat, marks: true })}`);

/** The newest table. */
export const table = (slug: string, id: string, seat: number | null): Promise<TableAnswer> =>
  get(`${of(slug)}/matches/${encodeURIComponent(id)}/table`, { seat, marks: true });
