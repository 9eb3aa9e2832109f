/** A small picture of the position, for the match's card at home. */

import { drawer } from "../page/drawer";
import { canvasOf } from "../parts/picture";
import { keepPicture } from "../play/pictures";

/** In the page's own pixels. */
const [WIDTH, HEIGHT] = [240, 160];
/** As many letters as a picture may have where it is kept. */
const MOST = 8000;
const QUALITIES = [0.8, 0.6, 0.4, 0.2];

export async function keepMiniature(board: HTMLElement, match: string): Promise<void> {
  const picture = await miniatureOf(board);
  if (picture !== null) keepPicture(drawer, match, picture);
}

/** Null where nothing is drawn, or where the picture would be too large. */
async function miniatureOf(board: HTMLElement): Promise<string | null> {
  const { width, height } = board.getBoundingClientRect();
  if (width === 0 || height === 0) return null;
  const whole = await canvasOf(board, Math.min(WIDTH / width, HEIGHT / height));
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const context = canvas.getContext("2d");
  if (context === null) return null;
  context.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.drawImage(whole, (WIDTH - whole.width) / 2, (HEIGHT - whole.height) / 2);
  const tries = QUALITIES.flatMap((quality) =>
    ["image/webp", "image/jpeg"].map((type) => written(canvas, type, quality)),
  );
  return tries.find((picture) => picture !== null) ?? null;
}

/** Null where the browser does not know the format, or the picture is too large. */
function written(canvas: HTMLCanvasElement, type: string, quality: number): string | null {
  const picture = canvas.toDataURL(type, quality);
  return picture.startsWith(`data:${type}`) && picture.length <= MOST ? picture : null;
}
