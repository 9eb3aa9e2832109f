/** Drafts that outlive a reload: one per match and seat, good for the step it was made for. */

import type { Json } from "../api";
import { attempt, type Drawer } from "./keeping";

export interface Kept {
  step: number;
  /** The key of the phase it was made in. */
  phase: string;
  /** Was it made before one's turn? */
  ahead: boolean;
  order: Json;
}

export interface Drafts {
  load(): Kept | null;
  save(kept: Kept): void;
  clear(): void;
}

/** The draft of one seat of one match. A browser may refuse to store anything: then only reloads lose something. */
export function draftsIn(drawer: Drawer, match: string, seat: number): Drafts {
  const key = `armillary.draft.${match}.${seat}`;
  return {
    load: () => attempt(() => read(JSON.parse(drawer.getItem(key) ?? "null") as Partial<Kept> | null)),
    save: (kept) => void attempt(() => drawer.setItem(key, JSON.stringify(kept))),
    clear: () => void attempt(() => drawer.removeItem(key)),
  };
}

/** What was stored, unless somebody else wrote it. */
function read(stored: Partial<Kept> | null): Kept | null {
  const { step, phase, ahead, order } = stored ?? {};
  const isOurs =
    typeof step === "number" && typeof phase === "string" && typeof ahead === "boolean" && order !== undefined;
  return isOurs ? { step, phase, ahead, order } : null;
}
