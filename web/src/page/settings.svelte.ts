/** What a person has chosen for this browser. */

export interface Chosen {
  theme: "system" | "dark" | "light";
  /** How reveals are shown. */
  motion: "full" | "quick" | "off";
  /** May single letters be shortcuts? */
  letters: boolean;
  /** The games whose orders and positions are in words instead of on a board. */
  text: readonly string[];
  /** Do sentences at a table name the rule behind them? */
  rules: boolean;
  /** Does a notification tell of a move while the page is not looked at? */
  tell: boolean;
  sound: boolean;
  /** Does home show the matches against bots? */
  practice: boolean;
}

const KEY = "armillary.settings";
const DEFAULTS: Chosen = {
  theme: "system",
  motion: "full",
  letters: true,
  text: [],
  rules: false,
  tell: false,
  sound: true,
  practice: true,
};

const isOneOf =
  (...values: unknown[]) =>
  (value: unknown): boolean =>
    values.includes(value);
const isSwitch = isOneOf(true, false);
const isSensible: { [Name in keyof Chosen]: (value: unknown) => boolean } = {
  theme: isOneOf("system", "dark", "light"),
  motion: isOneOf("full", "quick", "off"),
  letters: isSwitch,
  text: (value) => Array.isArray(value) && value.every((game) => typeof game === "string"),
  rules: isSwitch,
  tell: isSwitch,
  sound: isSwitch,
  practice: isSwitch,
};

/** What was stored, as far as it makes sense. */
export function settingsFrom(stored: string | null): Chosen {
  let found: unknown = null;
  try {
    found = JSON.parse(stored ?? "null");
  } catch {
    // Somebody else wrote it.
  }
  const sensible = Object.entries(found ?? {}).filter(
    ([name, value]) => Object.hasOwn(isSensible, name) && isSensible[name as keyof Chosen](value),
  );
  return { ...DEFAULTS, ...Object.fromEntries(sensible) };
}

class Settings {
  #chosen = $state.raw(DEFAULTS);
  #isStill = $state(false);

  constructor() {
    const still = matchMedia("(prefers-reduced-motion: reduce)");
    this.#isStill = still.matches;
    still.addEventListener("change", () => (this.#isStill = still.matches));
    addEventListener("storage", ({ key }) => {
      if (key === KEY) this.#take(this.#load());
    });
    this.#take(this.#load());
  }

  get chosen(): Readonly<Chosen> {
    return this.#chosen;
  }

  /** How reveals are shown here: the system may ask for stillness. */
  get motion(): Chosen["motion"] {
    return this.#isStill ? "off" : this.#chosen.motion;
  }

  /** Is this game shown in words? */
  isText(game: string): boolean {
    return this.#chosen.text.includes(game);
  }

  toggleText(game: string): void {
    const { text } = this.#chosen;
    this.choose({ text: text.includes(game) ? text.filter((each) => each !== game) : [...text, game] });
  }

  choose(changes: Partial<Chosen>): void {
    this.#take({ ...this.#chosen, ...changes });
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#chosen));
    } catch {
      // Then it holds until the page is left.
    }
  }

  #load(): Chosen {
    try {
      return settingsFrom(localStorage.getItem(KEY));
    } catch {
      return DEFAULTS;
    }
  }

  #take(chosen: Chosen): void {
    const { dataset } = document.documentElement;
    const { theme, motion } = chosen;
    this.#chosen = chosen;
    if (theme === "system") delete dataset["theme"];
    else dataset["theme"] = theme;
    dataset["motion"] = motion;
  }
}

export const settings = new Settings();
