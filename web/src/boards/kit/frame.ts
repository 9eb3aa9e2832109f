/** How a map lies on the screen: pure arithmetic of panning and zooming. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A point of the map is drawn at `scale` times its place, moved by `x` and `y`. */
export interface Frame extends Point {
  readonly scale: number;
}

export interface Limits {
  /** Everything there is to see, in the map's units. */
  readonly box: Box;
  readonly size: Size;
  /** The greatest scale, in pixels for a unit. */
  readonly closest: number;
  /** What the controls take of the upper right corner. */
  readonly corner?: Size;
}

/** Pixels that stay free around a map. */
export const PADDING = 12;
/** Pixels that stay free between a map and the controls. */
const BESIDE = 4;
const NOTHING: Size = { width: 0, height: 0 };

/** The smallest box around some points, with a margin. */
export function boxAround(points: readonly Point[], margin: number): Box {
  return {
    left: Math.min(...points.map(({ x }) => x)) - margin,
    top: Math.min(...points.map(({ y }) => y)) - margin,
    right: Math.max(...points.map(({ x }) => x)) + margin,
    bottom: Math.max(...points.map(({ y }) => y)) + margin,
  };
}

export function toScreen(frame: Frame, { x, y }: Point): Point {
  return { x: x * frame.scale + frame.x, y: y * frame.scale + frame.y };
}

export function toMap(frame: Frame, { x, y }: Point): Point {
  return { x: (x - frame.x) / frame.scale, y: (y - frame.y) / frame.scale };
}

/** The whole box as large as it fits beside the controls, but no larger than `closest`, and in the middle of the rest. */
export function fitted(box: Box, size: Size, closest = Infinity, corner = NOTHING): Frame {
  return fittedInto(roomFor({ box, size, closest, corner }), box, closest);
}

function fittedInto({ left, top, right, bottom }: Box, box: Box, closest: number): Frame {
  const across = Math.max(1, right - left) / Math.max(1e-6, box.right - box.left);
  const down = Math.max(1, bottom - top) / Math.max(1e-6, box.bottom - box.top);
  const scale = Math.min(across, down, closest);
  return {
    scale,
    x: (left + right - (box.left + box.right) * scale) / 2,
    y: (top + bottom - (box.top + box.bottom) * scale) / 2,
  };
}

/** The part of the screen that a map may fill: all of it where the controls cover nothing, else what is left of them or below. */
function roomFor({ box, size, closest, corner = NOTHING }: Limits): Box {
  const all = { left: PADDING, top: PADDING, right: size.width - PADDING, bottom: size.height - PADDING };
  const [edge, foot] = [size.width - corner.width - BESIDE, corner.height + BESIDE];
  const { scale, x, y } = fittedInto(all, box, closest);
  if (box.right * scale + x <= edge || box.top * scale + y >= foot) return all;
  const beside = { ...all, right: Math.min(all.right, edge) };
  const below = { ...all, top: Math.max(all.top, foot) };
  return fittedInto(beside, box, closest).scale >= fittedInto(below, box, closest).scale ? beside : below;
}

/** Another scale, with the map under one point of the screen staying where it is. */
export function scaled(frame: Frame, scale: number, at: Point): Frame {
  const ratio = scale / frame.scale;
  return { scale, x: at.x - (at.x - frame.x) * ratio, y: at.y - (at.y - frame.y) * ratio };
}

export function shifted(frame: Frame, by: Point): Frame {
  return { ...frame, x: frame.x + by.x, y: frame.y + by.y };
}

/** What two fingers do: what lay under them stays under them. */
export function pinched(frame: Frame, before: readonly [Point, Point], now: readonly [Point, Point]): Frame {
  const ratio = distance(...now) / Math.max(1, distance(...before));
  const [from, to] = [middle(...before), middle(...now)];
  return shifted(scaled(frame, frame.scale * ratio, from), { x: to.x - from.x, y: to.y - from.y });
}

/**
 * The frame nearest to this one that keeps within limits: no closer, no farther than the whole, never off the map.
 *
 * Where the scale has to change, the map under `at` stays where it is.
 */
export function limited(frame: Frame, limits: Limits, at: Point): Frame {
  const { box, closest } = limits;
  const room = roomFor(limits);
  const scale = Math.min(Math.max(frame.scale, fittedInto(room, box, closest).scale), closest);
  const { x, y } = scaled(frame, scale, at);
  return {
    scale,
    x: kept(x, box.left * scale, box.right * scale, room.left, room.right),
    y: kept(y, box.top * scale, box.bottom * scale, room.top, room.bottom),
  };
}

/** Moved as little as needed for a point of the map to be well on the screen. */
export function showing(frame: Frame, point: Point, size: Size, margin: number): Frame {
  const at = toScreen(frame, point);
  const edge = Math.min(margin, size.width / 2, size.height / 2);
  const into = (value: number, most: number): number => Math.min(Math.max(value, edge), most - edge) - value;
  return shifted(frame, { x: into(at.x, size.width), y: into(at.y, size.height) });
}

/** Part of the way from one frame to another: scales change by ratio, so that it looks even. */
export function between(one: Frame, other: Frame, share: number): Frame {
  const scale = one.scale * (other.scale / one.scale) ** share;
  const grown = other.scale - one.scale;
  const part = Math.abs(grown) < 1e-9 ? share : (scale - one.scale) / grown;
  return { scale, x: one.x + (other.x - one.x) * part, y: one.y + (other.y - one.y) * part };
}

export function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

export function middle(one: Point, other: Point): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

/** Where one axis begins: what is smaller than its room stays in the middle of it, what is larger leaves no gap. */
function kept(begin: number, low: number, high: number, from: number, to: number): number {
  if (high - low <= to - from) return (from + to - low - high) / 2;
  return Math.min(Math.max(begin, to - high), from - low);
}
