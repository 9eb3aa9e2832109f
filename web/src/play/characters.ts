/** Bots as people meet them: for each game and level a name. Others go by their titles. No DOM. */

import type { BotListed } from "../api";

const NAMES: { readonly [game: string]: { readonly [level: string]: string } } = {
  skirmish: { random: "Pip", easy: "Marlow", medium: "Captain Vey", hard: "Admiral Sorn", perfect: "The Oracle" },
  kepler: { random: "Tumble", easy: "Ensign Rook", medium: "Warden Ilse", hard: "Marshal Dray" },
  risky_stars: { random: "Dice", easy: "Governor Tam", medium: "Baroness Quill", hard: "Khan Orro" },
  territory: { random: "Wanderer", easy: "Farmer Odd", medium: "Duke Harrow", hard: "Empress Nyx" },
  orbit: { random: "Spin", easy: "Cadet Juno", medium: "Pilot Kestrel", hard: "Ace Meridian" },
};

/** Who plays a game at a level; null for a bot that only has a title. */
export function characterName(game: string, level: string | null): string | null {
  return (level === null ? undefined : NAMES[game]?.[level]) ?? null;
}

/** What a bot is called: by its name, or by its title. */
export function botName(game: string, bot: BotListed): string {
  return characterName(game, bot.name) ?? `${bot.title} bot`;
}
