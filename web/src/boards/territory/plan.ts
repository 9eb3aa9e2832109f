/** The order that is composed: a declaration or commands; and what can be done about it, as the server offers it. */

import type { Json, Options, Path, Slot } from "../../api";
import { equal } from "../../play/paths";
import { readCommand, type Command } from "./adapter";
import { beside, directionOf, squareThing } from "./geometry";

/** A declaration: its text, where it stands in the draft, and how long it may be. */
export interface Declaration {
  text: string;
  path: Path;
  most: number;
}

/** One of the commands. */
export interface Sent {
  thing: string;
  path: Path;
  /** Null where it is a line of text. */
  command: Command | null;
  line: string | null;
  from: string | null;
  to: string | null;
  /** How many units may go, at most; null where the server has not said. */
  most: number | null;
}

export interface Plan {
  sent: readonly Sent[];
  /** How many commands count. */
  most: number;
  /** By the square that units can leave, where they can go: the command to be added. */
  offers: ReadonlyMap<string, ReadonlyMap<string, Command>>;
}

export function commandThing(index: number): string {
  return `command:${index}`;
}

/** The declaration that is due; null where none is. */
export function declarationOf(draft: Json, options: Options): Declaration | null {
  const text = field(draft, "text");
  const slot = options.templates.flatMap(({ slots }) => slots).find(({ kind }) => kind === "text");
  if (field(draft, "kind") !== "declare" || slot?.kind !== "text") return null;
  return { text: typeof text === "string" ? text : "", path: slot.path, most: slot.most };
}

/** The commands that are due; null where none are. `most` is the config's: options say nothing where none is left. */
export function planOf(draft: Json, options: Options, most: number): Plan | null {
  const lines = commandsIn(draft);
  const template = options.templates[0];
  if (lines === null || template === undefined) return null;
  const known = commandsIn(template.order) ?? [];
  return {
    most,
    sent: lines.map((line, index) => sentAs(line, index, known, template.slots)),
    offers: lines.length < most ? offersIn(template.slots, lines, known) : new Map(),
  };
}

/** The change of a draft that sends units to a neighbour; null where it is not offered. */
export function send(plan: Plan, from: string, to: string): { path: Path; value: Json } | null {
  const command = plan.offers.get(from)?.get(to);
  return command === undefined ? null : { path: ["commands", plan.sent.length], value: { ...command } };
}

/** Own squares that units can still leave, and that none is told to leave yet. */
export function idle(plan: Plan): string[] {
  return [...plan.offers.keys()].filter((thing) => plan.sent.every(({ from }) => from !== thing));
}

function sentAs(line: Json, index: number, known: readonly Json[], slots: readonly Slot[]): Sent {
  const path = ["commands", index];
  const thing = commandThing(index);
  const command = readCommand(line);
  const direction = directionOf(command?.direction ?? "");
  if (command === null || direction === null) {
    return { thing, path, command: null, line: typeof line === "string" ? line : "", from: null, to: null, most: null };
  }
  const before = readCommand(known[index] ?? null);
  const isSame =
    before !== null && squareThing(before) === squareThing(command) && before.direction === command.direction;
  const range = slots.find((slot) => slot.kind === "range" && equal(slot.path, [...path, "units"]));
  return {
    thing,
    path,
    command,
    line: null,
    from: squareThing(command),
    to: squareThing(beside(command, direction)),
    most: isSame && range?.kind === "range" ? range.high : null,
  };
}

/** Until the server has answered, nothing is offered from squares whose commands have changed since. */
function offersIn(slots: readonly Slot[], lines: readonly Json[], known: readonly Json[]): Plan["offers"] {
  const offers = new Map<string, Map<string, Command>>();
  const added = slots.find((slot) => slot.kind === "choice" && equal(slot.path, ["commands", known.length]));
  for (const value of added?.kind === "choice" ? added.values : []) {
    const command = readCommand(value);
    const direction = directionOf(command?.direction ?? "");
    if (command === null || direction === null) continue;
    const from = squareThing(command);
    if (!equal(leaving(lines, from), leaving(known, from))) continue;
    const targets = offers.get(from) ?? new Map<string, Command>();
    offers.set(from, targets.set(squareThing(beside(command, direction)), command));
  }
  return offers;
}

function leaving(lines: readonly Json[], from: string): Json[] {
  return lines.filter((line) => {
    const command = readCommand(line);
    return command !== null && squareThing(command) === from;
  });
}

function commandsIn(order: Json): readonly Json[] | null {
  const commands = field(order, "commands");
  return field(order, "kind") === "commands" ? (Array.isArray(commands) ? commands : []) : null;
}

function field(tree: Json, key: string): Json | undefined {
  const isMapping = typeof tree === "object" && tree !== null && !Array.isArray(tree);
  return isMapping ? (tree as { readonly [key: string]: Json })[key] : undefined;
}
