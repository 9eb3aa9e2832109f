/** What the server says of the map, as squares to draw. */

import type { Beat } from "../../play/reveals";
import type { Json, Of, Path, Turn, View, Violation } from "../../api";
import { get } from "../../play/paths";
import { counted } from "../../play/words";
import type { Standing } from "../contract";
import type { Point } from "../kit/frame";
import { lossesIn, type Losses } from "../kit/losses";
import { finale } from "../kit/stages";
import { beats as beatsOf } from "./beats";
import { beside, directionOf, squareOf, squareThing } from "./geometry";

export type Seen = Of<"territory", "View">;

export interface Square extends Point {
  thing: string;
  /** Null where nobody stands. */
  seat: number | null;
  units: number;
  isResource: boolean;
  /** What it would produce at the end of the round. */
  production: number;
}

export interface March {
  from: Point;
  to: Point;
  seat: number;
  units: number;
}

export function seen(table: { view: View }): Seen {
  return table.view as Seen;
}

export function sizeOf(view: Seen): number {
  return Math.round(Math.sqrt(view.owners.length));
}

/** Every square, row by row; in the middle of a reveal, as far as it has come. */
export function scene(view: Seen, beats: readonly Beat[]): Square[] {
  const size = sizeOf(view);
  const resources = new Set(view.setup?.resources ?? []);
  const gone = new Map<string, number>();
  const fought = new Map<string, Beat>();
  for (const beat of beats) {
    const { kind, thing, amount } = beat;
    if (kind === "marched" && thing !== null) gone.set(thing, (gone.get(thing) ?? 0) + (amount ?? 0));
    if (kind === "fought" && thing !== null) fought.set(thing, beat);
  }
  return view.owners.map((owner, index) => {
    const square = { x: index % size, y: Math.floor(index / size) };
    const thing = squareThing(square);
    const fight = fought.get(thing);
    const units = fight?.amount ?? (view.units[index] ?? 0) - (gone.get(thing) ?? 0);
    const seat = fight === undefined ? owner : (fight.seat ?? 0);
    return {
      ...square,
      thing,
      seat: seat === 0 || units === 0 ? null : seat,
      units,
      isResource: resources.has(index),
      production: view.production[index] ?? 0,
    };
  });
}

/** The marches among some beats; those that a fight has swallowed are left out where `isOver`. */
export function marches(beats: readonly Beat[], isOver = false): March[] {
  const fought = new Set(isOver ? beats.flatMap(({ kind, thing }) => (kind === "fought" ? [thing] : [])) : []);
  return beats.flatMap((beat) => {
    const [from, to] = [squareOf(beat.from), squareOf(beat.to)];
    const isMarch = beat.kind === "marched" && from !== null && to !== null && beat.seat !== null;
    return isMarch && !fought.has(beat.to) ? [{ from, to, seat: beat.seat ?? 0, units: beat.amount ?? 0 }] : [];
  });
}

/** What the last round that was fought has left behind: arrows, and what was lost where. */
export function traces(entries: readonly { kind: string }[]): { marches: March[]; losses: Losses } {
  const isRound = (entry: { kind: string }): entry is Turn =>
    entry.kind === "turn" && (entry as Turn).events.some(({ event }) => event.kind === "counted");
  const last = entries.findLast(isRound);
  const shown = last === undefined ? [] : finale(beatsOf(last));
  return { marches: marches(shown), losses: lossesIn(shown, "lost") };
}

/** What would stand in the squares that an order changes, if nobody else moved. */
export function ghosts(preview: unknown): Map<string, { seat: number | null; units: number }> {
  const arrivals = (preview as Of<"territory", "Preview"> | null)?.arrivals ?? [];
  return new Map(
    arrivals.map(({ x, y, owner, units }) => [squareThing({ x, y }), { seat: owner === 0 ? null : owner, units }]),
  );
}

/** The square that a command begins in: what a violation or a fate of it is about. */
export function locate(path: Path, order: Json): string | null {
  const [field, number] = path;
  if (field !== "commands" || typeof number !== "number") return null;
  try {
    const command = readCommand(get(order, ["commands", number]));
    return command === null ? null : squareThing(command);
  } catch {
    return null;
  }
}

export type Command = Omit<Of<"territory", "Command">, "direction"> & { direction: string };

/** A command as data; null where it is a line of text, which only the server can read. */
export function readCommand(tree: Json): Command | null {
  if (typeof tree !== "object" || tree === null || Array.isArray(tree)) return null;
  const { x, y, direction, units } = tree as { readonly [key: string]: Json };
  const isWhole = typeof x === "number" && typeof y === "number" && typeof units === "number";
  return isWhole && typeof direction === "string" && directionOf(direction) !== null
    ? { x, y, direction, units }
    : null;
}

/** The marches that an order tells a seat's units; those that only the server can read are left out. */
export function marchesIn(order: Json, seat: number): March[] {
  const commands = typeof order === "object" && order !== null && "commands" in order ? order["commands"] : [];
  return (Array.isArray(commands) ? commands : []).flatMap((tree: Json) => {
    const command = readCommand(tree);
    const direction = directionOf(command?.direction ?? "");
    if (command === null || direction === null) return [];
    const { x, y, units } = command;
    return [{ from: { x, y }, to: beside({ x, y }, direction), seat, units }];
  });
}

/** What is wrong with every command, by its number. */
export function notes(violations: readonly Violation[]): Map<number, string> {
  const found = new Map<number, string>();
  for (const { path, text } of violations) {
    const [field, number] = path;
    if (field === "commands" && typeof number === "number") found.set(number, text);
  }
  return found;
}

// -- how it stands --------------------------------------------------------------------------------------------

/** The share is that of all units: whoever has more than half of them has won. */
export function standings(view: View): Standing[] {
  const { armies, squares } = view as Seen;
  const all = armies.reduce((sum, army) => sum + army, 0);
  return armies.map((army, index) => ({
    text: army === 0 ? "out" : `${counted(army, "unit")} in ${counted(squares[index] ?? 0, "square")}`,
    share: all === 0 ? 0 : army / all,
  }));
}

export function armies(view: View): readonly number[] {
  return (view as Seen).armies;
}
