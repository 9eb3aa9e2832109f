/** Bots as people meet them: for each game and level a name and a face. Others go by their titles. No DOM. */

import type { BotListed } from "../api";

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

const NAMES: { readonly [game: string]: { readonly [level: string]: string } } = {
  skirmish: { random: "Pip", easy: "Marlow", medium: "Captain Vey", hard: "Admiral Sorn", perfect: "The Oracle" },
  kepler: { random: "Tumble", easy: "Ensign Rook", medium: "Warden Ilse", hard: "Marshal Dray" },
  risky_stars: { random: "Dice", easy: "Governor Tam", medium: "Baroness Quill", hard: "Khan Orro" },
  territory: { random: "Wanderer", easy: "Farmer Odd", medium: "Duke Harrow", hard: "Empress Nyx" },
  orbit: { random: "Spin", easy: "Cadet Juno", medium: "Pilot Kestrel", hard: "Ace Meridian" },
};

/** Who plays a game at a level; null for a bot that only has a title. */
export function characterOf(game: string, level: string | null): Character | null {
  const name = level === null ? undefined : NAMES[game]?.[level];
  const face = level === null ? undefined : FACES[level];
  return name === undefined || face === undefined ? null : { name, face };
}

/** What a bot is called: by its name and level, or by its title. */
export function botName(game: string, bot: BotListed): string {
  const character = characterOf(game, bot.name);
  return character === null ? `${bot.title} bot` : character.name;
}
