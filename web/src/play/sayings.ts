/** What bots say of themselves, for whoever chooses one. No DOM. */

const SAYINGS: { readonly [game: string]: { readonly [level: string]: string } } = {
  skirmish: {
    random: "I throw whatever is on top.",
    easy: "I like big planets. Sometimes I forget the small ones.",
    medium: "I pay what a planet is worth, and seldom say which day.",
    hard: "I have played this battle four hundred times before you chose.",
    perfect: "I know what every card is worth.",
  },
  kepler: {
    random: "Space is big. Let us go somewhere.",
    easy: "I hold what I have. Mostly.",
    medium: "I spread out, and I give one fleet for two.",
    hard: "I was in your home region before you thought of it.",
  },
  risky_stars: {
    random: "Let us see what happens.",
    easy: "I settle quietly, if you let me.",
    medium: "Whatever is free is mine. Whatever is weak as well.",
    hard: "I strike first and settle later.",
  },
  territory: {
    random: "I go where my feet go.",
    easy: "I like a good harvest.",
    medium: "I attack only what I can beat.",
    hard: "Believe what I say, if you like.",
  },
  orbit: {
    random: "Which of these is the brake?",
    easy: "I keep cool, and I keep my distance.",
    medium: "I close in and fire whatever bears.",
    hard: "You will be where I shoot.",
  },
};

/** A sentence of the bot that plays a game at a level; null for one that says nothing. */
export function sayingOf(game: string, level: string | null): string | null {
  return (level === null ? undefined : SAYINGS[game]?.[level]) ?? null;
}
