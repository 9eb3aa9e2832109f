/** Sizes on the map of Risky Stars. */

/** How large the head of an arrow is, and how much arrows bend. */
export const HEAD = 10;
export const BEND = 0.12;
/** Fights whose dice are shown at a time. */
export const MOST_FIGHTS = 2;
/** Pixels around the number of an arrow that belong to it. */
export const BADGE = 18;
/** Pixels from the middle of a place in which it is taken hold of, however small it is drawn. */
export const HOLD = 16;
/** The least size of anything written, in pixels. */
export const LEAST = 11;
