/** Where everything lies: seats around the pot, planets in it, cards in the hand. All lengths in pixels. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/** Where a seat's name, points and ships stand; and along its foot, in cells of this size, the planets it has claimed. */
export interface PlateBox extends Box {
  planets: number;
}

export interface Arrangement {
  /** Where the planets at stake lie. */
  pot: Box;
  /** The plates of all seats, seat 1 first. */
  plates: readonly PlateBox[];
  deck: Point;
  /** The height of the strip along the top. */
  header: number;
  /** How many times larger than usual text is. */
  text: number;
}

const GAP = 12;
/** The strip along the top: the score track, which has text below it, and the deck at its right end. */
const HEADER = { fixed: 24, text: 28 };
const DECK_WIDTH = 72;
/** Kept for the line above the planets at stake. */
const HEADING = 32;
/** A planet is drawn smaller than its cell: rows of them take this part of it. */
const PLANET_ROW = 0.7;
/** Whoever sits at the bottom has room for two cards side by side. */
const OWN_EXTRA = 44;

/** How many others sit left, above and right of the pot, by their number. */
const SIDES: readonly (readonly [left: number, top: number, right: number])[] = [
  [0, 0, 0],
  [0, 1, 0],
  [0, 2, 0],
  [0, 3, 0],
  [1, 2, 1],
  [1, 3, 1],
  [2, 2, 2],
  [2, 3, 2],
];

/** Below this height a few seats sit in one row, you first: there is no room for two rows and a pot between them. */
const LOW = 340;
const FEW = 4;
/** Below this height seats have little room, and from this number on still less. */
const SMALL = 440;
const MANY = 6;

/** Seats in their order, clockwise from the bottom, where `you` sit, or seat 1 if you watch. */
export function arrange(seats: number, you: number | null, width: number, height: number, text = 1): Arrangement {
  const size = plateSize(seats, width, height, text);
  const header = HEADER.fixed + HEADER.text * text;
  if (height < LOW * text && seats <= FEW) return inOneRow(seats, you ?? 1, { width, height }, size, header, text);
  const [left, top, right] = SIDES[seats - 1] ?? [0, seats - 1, 0];
  const top0 = header + GAP;
  const bottom0 = Math.max(top0 + size.height, height - size.height - GAP);
  const inner = { from: top0 + size.height + GAP, to: bottom0 - GAP };
  const along = (count: number, index: number): number => {
    const room = (inner.to - inner.from) / count;
    return inner.from + room * (index + 0.5) - size.height / 2;
  };
  const above = (index: number): Point => {
    const room = (width - 2 * GAP) / top;
    return { x: GAP + room * (index + 0.5) - size.width / 2, y: top0 };
  };
  const own = { x: (width - size.width - OWN_EXTRA) / 2, y: bottom0, width: size.width + OWN_EXTRA };
  const ring: Partial<PlateBox>[] = [
    own,
    ...range(left).map((index) => ({ x: GAP, y: along(left, left - 1 - index) })),
    ...range(top).map(above),
    ...range(right).map((index) => ({ x: width - GAP - size.width, y: along(right, index) })),
  ];
  const margin = left + right > 0 ? 2 * GAP + size.width : GAP;
  return {
    pot: { x: margin, y: inner.from, width: width - 2 * margin, height: Math.max(0, inner.to - inner.from) },
    plates: range(seats).map((index) => ({ x: 0, y: 0, ...size, ...ring[(index + 1 - (you ?? 1) + seats) % seats] })),
    deck: { x: width - GAP - DECK_WIDTH / 2, y: header / 2 },
    header,
    text,
  };
}

function inOneRow(
  seats: number,
  you: number,
  { width, height }: Size,
  { height: high, planets }: PlateSize,
  header: number,
  text: number,
): Arrangement {
  const room = (width - GAP) / seats;
  const y = header + high + GAP;
  return {
    pot: { x: GAP, y, width: width - 2 * GAP, height: Math.max(0, height - y - GAP) },
    plates: range(seats).map((index) => ({
      x: GAP + room * ((index + 1 - you + seats) % seats),
      y: header,
      width: room - GAP,
      height: high,
      planets,
    })),
    deck: { x: width - GAP - DECK_WIDTH / 2, y: header / 2 },
    header,
    text,
  };
}

type PlateSize = Pick<PlateBox, "width" | "height" | "planets">;

function plateSize(seats: number, width: number, height: number, text: number): PlateSize {
  const isLarge = width >= 720 * text && height >= 520 * text;
  const third = Math.floor((width - 4 * GAP + 16) / 3);
  const isCrowded = height < SMALL && seats > MANY;
  const planets = isLarge ? 26 : isCrowded ? 16 : 22;
  const words = isLarge ? 90 : isCrowded ? 58 : height < SMALL ? 66 : 70;
  return {
    width: Math.min((isLarge ? 208 : 160) * text, third),
    height: Math.ceil(words * text + planets * PLANET_ROW),
    planets,
  };
}

export const MOST_CELL = 240;
/** A cell is higher than wide: the planet's name stands below it, in this part of its width. */
const NAME_PART = 0.3;
export const CELL_RATIO = 1 + NAME_PART;

export interface Cell extends Point {
  /** The width of a cell; its middle is at the point. */
  size: number;
}

/** Cells for so many planets or cards, as large as they fit into the box, in rows. */
export function cluster(count: number, box: Box, { ratio, most } = { ratio: CELL_RATIO, most: MOST_CELL }): Cell[] {
  let columns = 1;
  let size = 0;
  for (let tried = 1; tried <= count; tried += 1) {
    const rows = Math.ceil(count / tried);
    const fits = Math.min(box.width / tried, box.height / (rows * ratio), most);
    if (fits >= size) [columns, size] = [tried, fits];
  }
  const rows = Math.ceil(count / columns);
  return range(count).map((index) => {
    const row = Math.floor(index / columns);
    const inRow = row === rows - 1 ? count - columns * (rows - 1) : columns;
    return {
      x: box.x + box.width / 2 + ((index % columns) - (inRow - 1) / 2) * size,
      y: box.y + box.height / 2 + (row - (rows - 1) / 2) * size * ratio,
      size,
    };
  });
}

/** A card on the table, in the width of its cell; below it stands whose it is. */
export const PLAYED = { width: 0.86, height: 1.22 };
const WHOSE_PART = 0.5;
const MOST_PLAYED = 190;
/** At rest, cards lie on the table where the pot leaves room for them: at least this much, and then no larger. */
const ROOMY = { width: 280, height: 260 };
const MOST_RESTING = 88;

export interface Field {
  /** Where the line above the planets stands. */
  heading: Box;
  stake: readonly Cell[];
  /** Where the cards of all seats lie, seat 1 first; none where there is no room for them. */
  cards: readonly Cell[];
  /** How high the cells of cards, and of planets, are, in their width. */
  ratio: number;
  stakeRatio: number;
  /** What is kept for cards. */
  below: Box;
}

/** At rest; while a battle is on show; or while cards are compared: then there must be room for some. */
export type Mode = "rest" | "battle" | "advice";

/** What is at stake, and below it the cards: in the pot, or, while a battle is on show, all over the table. */
export function field(
  { pot, header, text }: Arrangement,
  mode: Mode,
  table: Size,
  stake: number,
  seats: number,
): Field {
  const isBattle = mode === "battle";
  const whole = { x: GAP, y: header, width: table.width - 2 * GAP, height: Math.max(0, table.height - header - GAP) };
  const box = isBattle ? whole : pot;
  const heading = { ...box, height: HEADING * text };
  const isRoomy = mode !== "rest" || (box.width >= ROOMY.width && box.height >= ROOMY.height);
  const share = isBattle ? 0.3 : isRoomy ? 0.55 : 1;
  const room = Math.max(0, box.height - heading.height);
  const above = { ...box, y: box.y + heading.height, height: room * share };
  const below = { ...box, y: above.y + above.height, height: room - above.height };
  const ratio = PLAYED.height + WHOSE_PART * text;
  const stakeRatio = 1 + NAME_PART * text;
  return {
    heading,
    stake: cluster(stake, above, { ratio: stakeRatio, most: MOST_CELL }),
    cards: isRoomy ? cluster(seats, below, { ratio, most: isBattle ? MOST_PLAYED : MOST_RESTING }) : [],
    ratio,
    stakeRatio,
    below,
  };
}

/** Planets that a seat has claimed lie along the foot of its plate, closer together the more they are. */
export function claimedAt(place: number, among: number, plate: PlateBox): Cell {
  const size = plate.planets;
  const room = plate.width - 2 * 8 - size;
  const step = among > 1 ? Math.min(size, room / (among - 1)) : 0;
  const y = plate.y + plate.height - (size * PLANET_ROW) / 2 - 2;
  return { x: plate.x + 8 + size / 2 + place * step, y, size };
}

export interface Held extends Point {
  degrees: number;
}

export const CARD = { width: 48, height: 68 };
/** From one card to the next, at least: far enough apart to be touched. Where there is room, they are larger. */
const LEAST_STEP = 40;
const MOST_STEP = 46;
const ROOMY_STEP = 64;
/** Pixels between two cards, and what of a card the row below it leaves free: its number. */
const BETWEEN = 2;
const FREE = 0.8;
const MOST_TURN = 1.5;
/** How far a raised card stands out: no further than to the number of the card above it. */
export const LIFT = 10;

export interface Fan {
  cards: Held[];
  /** The size of a card. */
  card: Size;
  /** The height of it all. */
  height: number;
}

/** A hand as a fan, in as few rows as fit; where there is room, in one more if that makes the cards larger. */
export function fan(count: number, width: number, isRoomy = false): Fan {
  const perRow = Math.max(1, Math.floor(width / LEAST_STEP));
  const fewest = Math.max(1, Math.ceil(count / perRow));
  return isRoomy
    ? fanIn(fewest + (count > 5 ? 1 : 0), count, width, ROOMY_STEP)
    : fanIn(fewest, count, width, MOST_STEP);
}

function fanIn(rows: number, count: number, width: number, most: number): Fan {
  const columns = Math.max(1, Math.ceil(count / rows));
  const step = Math.min(most, width / columns);
  const scale = Math.max(0, step - BETWEEN) / CARD.width;
  const card = { width: CARD.width * scale, height: CARD.height * scale };
  const cards = range(count).map((index) => {
    const row = Math.floor(index / columns);
    const inRow = Math.min(columns, count - row * columns);
    const fromMiddle = (index % columns) - (inRow - 1) / 2;
    return {
      x: width / 2 + fromMiddle * step,
      y: LIFT + card.height / 2 + row * card.height * FREE + fromMiddle ** 2 * 0.6,
      degrees: fromMiddle * MOST_TURN,
    };
  });
  const lowest = Math.max(0, ...cards.map(({ y }) => y));
  return { cards, card, height: count === 0 ? 0 : lowest + card.height / 2 + 8 };
}

/** A place on the score track, from 0 to 1. */
export function along(score: number, { low, high }: { low: number; high: number }): number {
  return high === low ? 0 : (score - low) / (high - low);
}

/** What the score track spans: all scores, and at least half of what there is to win. */
export function span(scores: readonly number[], points: readonly number[]): { low: number; high: number } {
  const toWin = points.reduce((sum, each) => sum + Math.max(0, each), 0);
  return { low: Math.min(0, ...scores), high: Math.max(1, Math.ceil(toWin / 2), ...scores) };
}

/** Middles of labels on a line, as near to where they belong as they fit side by side; what belongs left stays left. */
export function spread(labels: readonly { at: number; width: number }[], length: number): number[] {
  const starts: number[] = [];
  let free = -Infinity;
  for (const { at, width } of labels) {
    const start = Math.max(free, at - width / 2, 0);
    starts.push(start);
    free = start + width;
  }
  let limit = length;
  for (let index = labels.length - 1; index >= 0; index -= 1) {
    const { width } = labels[index] ?? { width: 0 };
    starts[index] = Math.min(starts[index] ?? 0, limit - width);
    limit = starts[index] ?? 0;
  }
  return starts.map((start, index) => start + (labels[index]?.width ?? 0) / 2);
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
