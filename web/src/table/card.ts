/** A finished match as a card to show: the position at the end, who won, the players and three numbers. */

import type { Figure } from "../boards/contract";
import { mark } from "../parts/palette";
import { asFile, contextOf, drawnFrom } from "../parts/picture";
import { outline } from "../parts/shapes";

export const WIDTH = 1200;
export const HEIGHT = 630;
const EDGE = 40;
/** The square with the position, and where the words begin. */
const BOARD = 550;
const WORDS = EDGE + BOARD + EDGE;
const ROOM = WIDTH - WORDS - EDGE;
const MOST_PLAYERS = 4;

export interface CardPlayer {
  seat: number;
  name: string;
  score: string;
}

export interface CardTold {
  game: string;
  headline: string;
  /** The best first. */
  players: readonly CardPlayer[];
  figures: readonly Figure[];
  site: string;
}

interface Brush {
  context: CanvasRenderingContext2D;
  colour: (name: string) => string;
}

/** The card, in the theme on show. The board is drawn as it is on the page. */
export async function cardOf(board: HTMLElement, told: CardTold): Promise<Blob> {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const brush = { context: contextOf(canvas), colour: colours() };
  brush.context.fillStyle = brush.colour("--bg");
  brush.context.fillRect(0, 0, WIDTH, HEIGHT);
  await paintBoard(brush, board);
  paintWords(brush, told);
  return asFile(canvas);
}

/** Colours of the theme by their names: a canvas knows no custom properties. */
function colours(): (name: string) => string {
  return (name) => {
    const probe = document.createElement("span");
    probe.style.color = `var(${name})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
}

/** What is drawn of the position fills the square: the map itself where there is one, else all of the board. */
async function paintBoard({ context }: Brush, board: HTMLElement): Promise<void> {
  const whole = board.getBoundingClientRect();
  const map = board.querySelector(".map > svg");
  const layer = map?.querySelector("g")?.getBoundingClientRect();
  const view = map?.getBoundingClientRect();
  const part = view === undefined || layer === undefined ? whole : common(view, layer);
  const factor = Math.min(BOARD / part.width, BOARD / part.height);
  const image = await drawnFrom(board, factor);
  const [width, height] = [part.width * factor, part.height * factor];
  context.drawImage(
    image,
    (part.left - whole.left) * factor,
    (part.top - whole.top) * factor,
    width,
    height,
    EDGE + (BOARD - width) / 2,
    (HEIGHT - height) / 2,
    width,
    height,
  );
}

function common(one: DOMRect, other: DOMRect): DOMRect {
  const [left, top] = [Math.max(one.left, other.left), Math.max(one.top, other.top)];
  const [right, bottom] = [Math.min(one.right, other.right), Math.min(one.bottom, other.bottom)];
  return new DOMRect(left, top, Math.max(1, right - left), Math.max(1, bottom - top));
}

function paintWords(brush: Brush, { game, headline, players, figures, site }: CardTold): void {
  write(brush, game, { y: EDGE + 28, size: 28, colour: "--muted" });
  let y = EDGE + 96;
  for (const line of wrapped(brush, headline, "700 52px system-ui, sans-serif", ROOM).slice(0, 2)) {
    write(brush, line, { y, size: 52, weight: 700 });
    y += 60;
  }
  y += 16;
  for (const player of players.slice(0, MOST_PLAYERS)) {
    paintPlayer(brush, player, y);
    y += 48;
  }
  const more = players.length - MOST_PLAYERS;
  if (more > 0) write(brush, `and ${more} more`, { y, size: 22, colour: "--muted", x: WORDS + 44 });
  figures.slice(0, 3).forEach((figure, index) => paintFigure(brush, figure, index));
  write(brush, site, { y: HEIGHT - EDGE, size: 24, colour: "--muted" });
}

function paintPlayer(brush: Brush, { seat, name, score }: CardPlayer, y: number): void {
  const { context, colour } = brush;
  const { shape, fill, colour: own } = mark(seat);
  context.save();
  context.translate(WORDS + 16, y - 10);
  context.strokeStyle = context.fillStyle = colour(own);
  context.lineWidth = 3;
  const path = new Path2D(outline(shape, 14));
  if (fill === "filled") context.fill(path);
  context.stroke(path);
  context.restore();
  write(brush, name, { y, size: 30, x: WORDS + 44, room: ROOM - 44 - 90 });
  write(brush, score, { y, size: 30, weight: 600, x: WIDTH - EDGE, align: "right" });
}

function paintFigure(brush: Brush, { value, label }: Figure, index: number): void {
  const [x, room] = [WORDS + (index * ROOM) / 3, ROOM / 3 - 16];
  write(brush, value, { y: HEIGHT - 158, size: 38, weight: 600, x, room });
  const lines = wrapped(brush, label, "20px system-ui, sans-serif", room).slice(0, 2);
  lines.forEach((line, place) =>
    write(brush, line, { y: HEIGHT - 128 + place * 25, size: 20, colour: "--muted", x, room }),
  );
}

interface Writing {
  y: number;
  size: number;
  x?: number;
  weight?: number;
  colour?: string;
  align?: CanvasTextAlign;
  /** What is wider is drawn narrower. */
  room?: number;
}

function write({ context, colour }: Brush, text: string, how: Writing): void {
  context.font = `${how.weight ?? 400} ${how.size}px system-ui, sans-serif`;
  context.fillStyle = colour(how.colour ?? "--text");
  context.textAlign = how.align ?? "left";
  context.fillText(text, how.x ?? WORDS, how.y, how.room ?? ROOM);
}

/** A text in lines that fit; a word that is longer than a line has one of its own. */
function wrapped({ context }: Brush, text: string, font: string, room: number): string[] {
  context.font = font;
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1) ?? ""} ${word}`;
    if (lines.length > 0 && context.measureText(longer).width <= room) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines;
}
