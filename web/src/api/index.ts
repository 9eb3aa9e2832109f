/**
 * Short names for the server's types.
 *
 * Boards know their game and name its types: `Of<"orbit", "View">`. Everything else plays any game, also one that was
 * not there when these types were made: for it, orders are JSON, and views and previews are opaque.
 */

import type { components } from "./types";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
/** Where something is in a tree of JSON. */
export type Path = readonly (string | number)[];

type Schemas = components["schemas"];

/** The games whose types are known. */
export type Slug = keyof Schemas extends infer Name ? (Name extends `${infer Known}.Preview` ? Known : never) : never;
/** A type of one game. */
export type Of<Game extends Slug, Name extends string> = Schemas[`${Game}.${Name}` & keyof Schemas];

type Changed<Known, Fields> = Omit<Known, keyof Fields> & Fields;

export type Accepted = Schemas["Accepted"];
export type Analysis = Schemas["Analysis"];
export type BotListed = Schemas["BotListed"];
export type ChatLine = Schemas["ChatLine"];
export type Description = Schemas["Description"];
export type GameDetail = Changed<Schemas["GameDetail"], { presets: { readonly [name: string]: Json } }>;
export type GameInfo = Schemas["GameInfo"];
export type MatchInfo = Changed<Schemas["MatchInfo"], { config: Json }>;
export type Hint = Changed<Of<Slug, "Hint">, { order: Json }>;
export type Invitation = Changed<Schemas["Invitation"], { match: MatchInfo }>;
export type MatchLine = Schemas["MatchLine"];
export type MatchList = Schemas["MatchList"];
export type NewMatchMade = Changed<Of<Slug, "NewMatchMade">, { match: MatchInfo; table: TableAnswer | null }>;
export type Outcome = Schemas["Outcome"];
export type Player = Schemas["Player"];
export type Pace = MatchInfo["pace"];
export type Phase = Schemas["Phase"];
export type Presence = Schemas["PresenceMessage"];
export type Problem = Schemas["Problem"];
export type RulePage = Schemas["RulePage"];
export type RuleText = Schemas["RuleText"];
export type SeatInfo = Schemas["SeatInfo"];
export type SeatPlan = Schemas["SeatPlan"];
export type Violation = Schemas["ViolationTold"];

export type Slot =
  | Changed<Schemas["Choice"], { path: Path; values: readonly Json[] }>
  | Changed<Schemas["Range"], { path: Path }>
  | Changed<Schemas["Text"], { path: Path }>
  | Changed<Schemas["Remove"], { path: Path }>;
export type Template = Changed<Of<Slug, "Template">, { order: Json; slots: readonly Slot[] }>;
export type Options = { templates: readonly Template[] };
export type Considered = Changed<Of<Slug, "Considered">, { order: Json; preview: unknown; options: Options }>;

export type View = { seat: number | null; setup: unknown };
export type Table = Changed<Of<Slug, "Table">, { view: View; pending: Json }>;
export type TableAnswer = Changed<Of<Slug, "TableAnswer">, { table: Table; kept: Json }>;

export type EventTold = { event: { kind: string; rule: string }; text: string };
export type Turn = Changed<
  Of<Slug, "TurnSeen">,
  { orders: readonly { seat: number; order: Json; notation: string }[]; events: readonly EventTold[] }
>;
/** Something that was resolved. */
export type Entry = Turn | Schemas["ResignationSeen"] | Schemas["TakeOverSeen"] | Schemas["AgreedDrawSeen"];

export type Fate = Schemas["FateTold"];
export type History = { steps: readonly Entry[]; next: number | null };

export type NewMatch = Changed<Of<Slug, "NewMatch">, { config?: Json }>;
export type Trial = Changed<Of<Slug, "Trial">, { config?: Json }>;

/** What the socket of a person says. */
export type PersonalMessage = Schemas["personal.Outgoing"];

type Sent<Message> = Omit<Message, "id">;
/** An order as somebody writes it: as data, or in the game's notation; neither stands for the default order. */
export type Draft = { order?: Json; notation?: string };
/** What can be asked over a table's socket; the socket adds the `id`. */
export type Request =
  | ({ type: "order"; step?: number; ready?: boolean } & Draft)
  | ({ type: "draft" } & Draft)
  | Sent<Schemas["WithdrawMessage"]>
  | Sent<Schemas["SayMessage"]>
  | Sent<Schemas["ResignMessage"]>
  | Sent<Schemas["DrawMessage"]>
  | Sent<Schemas["PingMessage"]>;

export type SeatsMessage = Changed<Schemas["SeatsMessage"], { match: MatchInfo }>;
export type HistoryMessage = Changed<
  Of<Slug, "HistoryMessage">,
  { happened: readonly Entry[]; said: readonly ChatLine[] }
>;
export type TableMessage = Changed<
  Of<Slug, "TableMessage">,
  { table: TableAnswer; happened: readonly Entry[]; said: readonly ChatLine[] }
>;
export type WaitingMessage = Changed<Of<Slug, "WaitingMessage">, { pending: Json }>;
export type ConsideredMessage = Changed<Of<Slug, "ConsideredMessage">, { draft: Considered }>;
/** What a table's socket says. */
export type Outgoing =
  | SeatsMessage
  | HistoryMessage
  | TableMessage
  | WaitingMessage
  | ConsideredMessage
  | Schemas["SaidMessage"]
  | Schemas["UnsaidMessage"]
  | Schemas["PresenceMessage"]
  | Schemas["TakenMessage"]
  | Schemas["ProblemMessage"]
  | Schemas["PongMessage"];
