/** The boards there are. A game without one is played on the Plain Table. */

import type { BoardModule } from "./contract";

const BOARDS: { readonly [slug: string]: () => Promise<{ board: BoardModule }> } = {
  kepler: () => import("./kepler"),
  orbit: () => import("./orbit"),
  risky_stars: () => import("./risky_stars"),
  skirmish: () => import("./skirmish"),
  territory: () => import("./territory"),
};

/** The board of a game; null where there is none, or where it cannot be loaded. */
export async function boardOf(slug: string): Promise<BoardModule | null> {
  try {
    return (await BOARDS[slug]?.())?.board ?? null;
  } catch {
    return null;
  }
}
