/** What the report tells of a match: turn by turn, what matters first. Pure. */

import type { Entry } from "../api";
import type { BoardModule } from "../boards/contract";
import { told } from "./told";
import { roundTitle } from "./words";

export interface Line {
  /** A sentence with marks, and the rule behind it at its end. */
  text: string;
  /** What it is about, on the board. */
  thing: string | null;
}

/** What happened in one turn: of all who move together, or of one player. */
export interface TurnTold {
  /** The first step of it, by which it is known however long it goes on. */
  step: number;
  title: string;
  /** Everything but plain moves, in the order in which it happened. */
  lines: readonly Line[];
  moves: readonly Line[];
  /** What became of one's own orders. */
  fates: readonly Line[];
}

export interface Reader {
  you: number | null;
  /** What a player is called whom the history names. */
  called: (player: string) => string;
  board: Pick<BoardModule, "beats" | "fates" | "locate" | "moves"> | null;
  /** Is every order a step of its own? Then what happened in it has said what became of the order. */
  isSeries: boolean;
}

/** The newest turns, the newest first: so many, and whether there are more. */
export function turnsTold(
  entries: readonly Entry[],
  most: number,
  reader: Reader,
): { turns: readonly TurnTold[]; hasMore: boolean } {
  const groups: Entry[][] = [];
  for (const entry of entries.toReversed()) {
    const group = groups.at(-1);
    if (group !== undefined && group[0]?.phase.key === entry.phase.key) group.unshift(entry);
    else if (groups.length === most) return { turns: groups.map((each) => turnTold(each, reader)), hasMore: true };
    else groups.push([entry]);
  }
  return { turns: groups.map((each) => turnTold(each, reader)), hasMore: false };
}

function turnTold(group: readonly Entry[], reader: Reader): TurnTold {
  const all = group.flatMap((entry) => linesOf(entry, reader));
  return {
    step: group[0]?.step ?? 0,
    title: group[0] === undefined ? "" : roundTitle(group[0].phase),
    lines: all.filter(({ isMove }) => !isMove),
    moves: all.filter(({ isMove }) => isMove),
    fates: group.flatMap((entry) => fatesOf(entry, reader)),
  };
}

function linesOf(entry: Entry, { board, called }: Reader): (Line & { isMove: boolean })[] {
  const isTurn = entry.kind === "turn";
  const beats = isTurn && board !== null ? board.beats(entry) : [];
  const events = isTurn ? entry.events : [];
  return told(entry, called).map((text) => {
    const beat = beats.find((each) => each.text === text);
    const event = events.find((each) => each.text === text)?.event;
    const isMove = event !== undefined && (board?.moves?.includes(event.kind) ?? false);
    const rule = event?.rule ?? "";
    return { text: rule === "" ? text : `${text} [${rule}]`, thing: beat?.to ?? beat?.thing ?? null, isMove };
  });
}

function fatesOf(entry: Entry, { you, board, isSeries, called }: Reader): Line[] {
  if (entry.kind !== "turn" || you === null || (isSeries && told(entry, called).length > 0)) return [];
  const order = entry.orders.find(({ seat }) => seat === you)?.order ?? null;
  const own = entry.fates.filter(({ seat }) => seat === you);
  return board?.fates?.(own) ?? own.map(({ text, path }) => ({ text, thing: board?.locate(path, order) ?? null }));
}
