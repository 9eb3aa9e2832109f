/** The faces of the bots that have a name. No DOM. */

import { characterName } from "./characters";

export interface Character {
  name: string;
  /** What its face is drawn from: how it looks at you, and what it wears. */
  face: { eyes: Eyes; mouth: Mouth; crown: Crown };
}

export type Eyes = "round" | "wide" | "calm" | "sharp" | "visor";
export type Mouth = "smile" | "open" | "flat" | "smirk" | "none";
export type Crown = "antenna" | "cap" | "ring" | "horns" | "halo";

/** Weak ones look at you with wide eyes, strong ones do not need to look at all. */
const FACES: { readonly [level: string]: Character["face"] } = {
  random: { eyes: "wide", mouth: "open", crown: "antenna" },
  easy: { eyes: "round", mouth: "smile", crown: "cap" },
  medium: { eyes: "calm", mouth: "flat", crown: "ring" },
  hard: { eyes: "sharp", mouth: "smirk", crown: "horns" },
  perfect: { eyes: "visor", mouth: "none", crown: "halo" },
};

/** Who plays a game at a level, by name and face; null for a bot that only has a title. */
export function characterOf(game: string, level: string | null): Character | null {
  const name = characterName(game, level);
  const face = level === null ? undefined : FACES[level];
  return name === null || face === undefined ? null : { name, face };
}
