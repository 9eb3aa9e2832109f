/** The keys of a map: one way for every board to go about things, choose and deselect them. */

import { settings } from "../../page/settings.svelte";
import type { Viewport } from "./viewport";

export interface Keyed {
  root: HTMLElement;
  viewport: Viewport | null;
  /** What Esc does. */
  deselect(): void;
  pick(thing: string): void;
  /** What Enter does on a thing, or on none, before it chooses. False: nothing. */
  enter(thing: string | null): boolean;
  focusOn(thing: string): void;
  /** The thing that an arrow key leads to from another: itself where there is none that way, null where it is no thing. */
  neighbour(thing: string, key: string): string | null;
  /** What N does; null where it does nothing now. */
  next: (() => void) | null;
}

export function press(event: KeyboardEvent, board: Keyed): void {
  const target = event.target as Element;
  const { ctrlKey, metaKey, altKey } = event;
  if (event.defaultPrevented || ctrlKey || metaKey || altKey || target.closest("input, textarea, select, dialog"))
    return;
  if (event.key === "Escape") {
    board.deselect();
    return;
  }
  const thing = board.root.contains(target) ? target.closest<SVGElement>("[data-thing]")?.dataset["thing"] : undefined;
  if (event.key === "Enter" && !event.repeat && !target.closest("button, a, summary") && board.enter(thing ?? null)) {
    event.preventDefault();
    return;
  }
  if (thing === undefined && !settings.chosen.letters) return;
  const isDone =
    (thing !== undefined && pressOn(thing, event.key, board)) ||
    board.viewport?.key(event) ||
    pressLetter(event.key, board);
  if (isDone) event.preventDefault();
}

function pressOn(thing: string, key: string, board: Keyed): boolean {
  const next = board.neighbour(thing, key);
  if (next === null) return false;
  if (key === "Enter" || key === " ") board.pick(thing);
  else if (key.startsWith("Arrow")) board.focusOn(next);
  else return false;
  return true;
}

function pressLetter(key: string, { next }: Keyed): boolean {
  if (key.toLowerCase() !== "n" || !settings.chosen.letters || next === null) return false;
  next();
  return true;
}
