/**
 * What a game's board is made of. The table knows nothing else of it.
 *
 * A board draws what the server says: views, options, previews, events. It holds no rule.
 */

import type { Component } from "svelte";

import type { Entry, Json, Options, Path, Table, Turn, View } from "../api";
import type { Composer, Composing } from "../play/composer";
import type { Sound } from "../page/sounds";
import type { Beat } from "../play/reveals";

/** The composing of one seat: what stands there now, and what can be done with it. */
export interface Orders {
  now: Composing;
  composer: Composer;
}

/** An order to be drawn on a position of the past: the one given there, or one that would have been better. */
export interface Advice {
  kind: "given" | "better";
  seat: number;
  order: Json;
  /** What the server says it would have done, as in composing. */
  preview: unknown;
}

/** What boards and panels are given. */
export interface BoardProps {
  /** The table to draw: the newest, the one before a reveal, or one of the past. */
  table: Table;
  /** The names of all seats, seat 1 first. */
  names: readonly string[];
  /** The seat one looks from; null for a spectator. */
  you: number | null;
  /** Null where nothing can be ordered: while watching, looking back, or after the end. */
  orders: Orders | null;
  /** What is being shown of a reveal; empty when nothing is. */
  beats: readonly Beat[];
  /** The step that led to this table, to be marked: what happened last, and what became of one's orders. */
  last: Turn | null;
  /** Everything that has happened up to this table, as far as it is known here, the oldest first. */
  entries: readonly Entry[];
  /** What an analysis says of this position; empty where none is looked at. */
  advice: readonly Advice[];
  /** Does somebody want no movement? Then changes are only outlined. */
  still: boolean;
  /** The thing that is selected, or pointed at from outside: shared by board, panel and report. */
  selected: string | null;
}

/** One line of the players' list that only this game has, such as "7 of 12 regions". */
export interface Standing {
  text: string;
  /** A part of the whole, from 0 to 1, where a bar says more. */
  share: number | null;
}

/** A finished match, as one looks back on it. */
export interface Finished {
  table: Table;
  /** Everything that has happened, the oldest first. */
  entries: readonly Entry[];
  /** The seat one looks from; null for a spectator. */
  you: number | null;
}

/** A number of a finished match, such as "9 of 15" and "battles won". */
export interface Figure {
  value: string;
  label: string;
}

/** What a guided match looks at to see whether a step of it is done. */
export interface LessonNow {
  table: Table;
  you: number;
  selected: string | null;
  /** Null while nothing can be ordered. */
  orders: Orders | null;
  /** What has happened in this match. */
  entries: readonly Entry[];
}

/** A step of a guided match. It knows no coordinates, so it fits every match of its game. */
export interface LessonStep {
  /** What to do, and why, in a sentence or two. */
  text: string;
  /** What to look at: a thing on the board by its id, or a part of the table by its role, such as `submit`. */
  point: (now: LessonNow) => string | null;
  isDone: (now: LessonNow) => boolean;
}

/** What the button that gives an order says, and what to think of before pressing it. */
export interface Giving {
  label: string;
  note: string | null;
}

export interface BoardModule {
  Board: Component<BoardProps, Record<string, never>, "selected">;
  Panel: Component<BoardProps, Record<string, never>, "selected">;
  /** What is shown of a turn, in the order of its events. */
  beats(turn: Turn): Beat[];
  /** The thing that a path in an order is about: a violation's, or a fate's. */
  locate(path: Path, order: Json): string | null;
  /** What became of one's orders, summed up, where an order has so many parts that nobody reads about each. */
  fates?(fates: Turn["fates"]): { text: string; thing: string | null }[];
  /** What the button that gives an order says, where the rule book has a word for it; null: the usual. */
  submit?: string | ((draft: Json, options: Options) => Giving | null);
  /** Is the order that is due nobody's to think about, so that it gives itself? `isAlone`: all others are bots. */
  givesItself?(now: Composing, isAlone: boolean): boolean;
  /** How every seat stands, seat 1 first: beside its name. */
  standings(view: View): Standing[];
  /** What the chart of a match shows: a name for the figure, and its value for every seat. */
  course: { title: string; values(view: View): readonly number[] };
  /** Three numbers of a finished match that are worth remembering. */
  figures?(match: Finished): readonly Figure[];
  /** The kinds of events that are plain moves: the report tells everything else first. */
  moves?: readonly string[];
  /** What the kinds of its beats sound like; any other kind has the sound of a stage. */
  sounds?: { readonly [kind: string]: Sound };
  /** The steps of a guided first match, loaded when one begins; null where there is none. */
  learn: (() => Promise<readonly LessonStep[]>) | null;
}
