/** What a person has chosen for this browser. */

export interface Chosen {
  theme: "system" | "dark" | "light";
  /** How reveals are shown. */
  motion: "full" | "quick" | "off";
  /** May single letters be shortcuts? */
  letters: boolean;
  /** Orders and positions in words instead of on a board. */
  text: boolean;
  /** Does a notification tell of a move while the page is not looked at? */
  tell: boolean;
  sound: boolean;
}

const KEY = "armillary.settings";
const DEFAULTS: Chosen = { theme: "system", motion: "full", letters: true, text: false, tell: false, sound: true };
const VALUES: { [Name in keyof Chosen]: readonly Chosen[Name][] } = {
  theme: ["system", "dark", "light"],
  motion: ["full", "quick", "off"],
  letters: [true, false],
  text: [true, false],
  tell: [true, false],
  sound: [true, false],
};

/** What was stored, as far as it makes sense. */
export function settingsFrom(stored: string | null): Chosen {
  let found: unknown = null;
  try {
    found = JSON.parse(stored ?? "null");
  } catch {
    // Somebody else wrote it.
  }
  const isSensible = ([name, value]: [string, unknown]): boolean =>
    Object.hasOwn(VALUES, name) && (VALUES[name as keyof Chosen] as readonly unknown[]).includes(value);
  return { ...DEFAULTS, ...Object.fromEntries(Object.entries(found ?? {}).filter(isSensible)) };
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
