/** A few matches, by their ids, that this browser remembers. No DOM. */

import { attempt, type Drawer } from "./keeping";

export function idsIn(drawer: Pick<Drawer, "getItem">, key: string): string[] {
  const found = attempt(() => JSON.parse(drawer.getItem(key) ?? "[]") as unknown);
  return Array.isArray(found) ? found.filter((id) => typeof id === "string") : [];
}

export function saveIds(drawer: Pick<Drawer, "setItem">, key: string, ids: readonly string[]): void {
  attempt(() => drawer.setItem(key, JSON.stringify(ids)));
}
