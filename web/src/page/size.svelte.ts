/** How much room there is. */

export type Size = "phone" | "tablet" | "wide" | "desktop";

const DESKTOP = matchMedia("(min-width: 1100px)");
const TABLET = matchMedia("(min-width: 700px)");
const LANDSCAPE = matchMedia("(orientation: landscape)");
const SHORT = matchMedia("(max-height: 819px)");

class Room {
  /** `wide`: a tablet on its side. */
  size = $state<Size>(measure());
  /** Is there no height for two things one below the other? */
  isShort = $state(SHORT.matches);

  constructor() {
    SHORT.addEventListener("change", () => (this.isShort = SHORT.matches));
    for (const query of [DESKTOP, TABLET, LANDSCAPE]) query.addEventListener("change", () => (this.size = measure()));
  }
}

function measure(): Size {
  if (DESKTOP.matches) return "desktop";
  if (!TABLET.matches) return "phone";
  return LANDSCAPE.matches ? "wide" : "tablet";
}

export const room = new Room();
