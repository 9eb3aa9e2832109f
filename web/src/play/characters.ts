/** Bots as people meet them: for each game and level a name, a face and a sentence. Others go by their titles. No DOM. */

import type { BotListed } from "../api";

export interface Character {
  name: string;
  /** What it says of itself. */
  line: string;
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

const CAST: { readonly [game: string]: { readonly [level: string]: readonly [name: string, line: string] } } = {
  skirmish: {
    random: ["Pip", "I throw whatever is on top."],
    easy: ["Marlow", "I like big planets. Sometimes I forget the small ones."],
    medium: ["Captain Vey", "I pay what a planet is worth, and seldom say which day."],
    hard: ["Admiral Sorn", "I have played this battle four hundred times before you chose."],
    perfect: ["The Oracle", "I know what every card is worth."],
  },
  kepler: {
    random: ["Tumble", "Space is big. Let us go somewhere."],
    easy: ["Ensign Rook", "I hold what I have. Mostly."],
    medium: ["Warden Ilse", "I spread out, and I give one fleet for two."],
    hard: ["Marshal Dray", "I was in your home region before you thought of it."],
  },
  risky_stars: {
    random: ["Dice", "Let us see what happens."],
    easy: ["Governor Tam", "I settle quietly, if you let me."],
    medium: ["Baroness Quill", "Whatever is free is mine. Whatever is weak as well."],
    hard: ["Khan Orro", "I strike first and settle later."],
  },
  territory: {
    random: ["Wanderer", "I go where my feet go."],
    easy: ["Farmer Odd", "I like a good harvest."],
    medium: ["Duke Harrow", "I attack only what I can beat."],
    hard: ["Empress Nyx", "Believe what I say, if you like."],
  },
  orbit: {
    random: ["Spin", "Which of these is the brake?"],
    easy: ["Cadet Juno", "I keep cool, and I keep my distance."],
    medium: ["Pilot Kestrel", "I close in and fire whatever bears."],
    hard: ["Ace Meridian", "You will be where I shoot."],
  },
};

/** Who plays a game at a level; null for a bot that only has a title. */
export function characterOf(game: string, level: string | null): Character | null {
  const known = level === null ? undefined : CAST[game]?.[level];
  const face = level === null ? undefined : FACES[level];
  return known === undefined || face === undefined ? null : { name: known[0], line: known[1], face };
}

/** What a bot is called: by its name and level, or by its title. */
export function botName(game: string, bot: BotListed): string {
  const character = characterOf(game, bot.name);
  return character === null ? `${bot.title} bot` : character.name;
}
