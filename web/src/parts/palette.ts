/** The colours that code needs as values: those of the seats. All others are only in `tokens.css`. */

export const SHAPES = ["disc", "triangle", "square", "diamond", "cross", "hexagon", "star", "half-disc"] as const;
export type Shape = (typeof SHAPES)[number];

export const FILLS = ["filled", "outlined", "striped"] as const;
export type Fill = (typeof FILLS)[number];

export const NAMES = ["Azure", "Coral", "Citron", "Violet", "Mint", "Rose", "Bronze", "Stone"] as const;

export interface Mark {
  /** What the colour is called: for people who cannot see it. */
  name: (typeof NAMES)[number];
  shape: Shape;
  fill: Fill;
  /** The names of the custom properties that hold the mark's colour and that of text on it. */
  colour: `--seat-${number}`;
  ink: `--on-seat-${number}`;
}

/** How a seat is told apart: seats count from 1, and after eight the colours repeat with another fill. */
export function mark(seat: number): Mark {
  const place = (seat - 1) % SHAPES.length;
  const name = NAMES[place];
  const shape = SHAPES[place];
  const fill = FILLS[Math.floor((seat - 1) / SHAPES.length)];
  if (!Number.isInteger(seat) || name === undefined || shape === undefined || fill === undefined) {
    throw new RangeError(`There is no mark for seat ${seat}.`);
  }
  return { name, shape, fill, colour: `--seat-${place + 1}`, ink: `--on-seat-${place + 1}` };
}
