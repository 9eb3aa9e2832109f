/**
 * Panning and zooming of an SVG by mouse, touch, pen and keys; and telling taps and dragged orders from that.
 *
 * A gesture sets the `transform` of one group and renders nothing again. Dragging from where `grab` says so is left to
 * whoever said it; dragging from anywhere else pans.
 */

import {
  between,
  boxAround,
  distance,
  fitted,
  limited,
  middle,
  pinched,
  scaled,
  shifted,
  showing,
  toMap,
  type Box,
  type Frame,
  type Point,
  type Size,
} from "./frame";
import { hit, type Hit, type Thing } from "./nearest";

/** Pixels that a pointer may tremble in a tap, and milliseconds between the two taps of a double tap. */
const TREMBLE = 6;
const DOUBLE = 350;
/** How much one press of a key zooms, and one double tap. */
const STEP = 1.4;
const LEAP = 2;
/** Pixels around what is to be seen. */
const MARGIN = 64;

/** A drag that does not pan. Places are the map's. */
export interface Drag {
  move(to: Point): void;
  drop(at: Point): void;
  cancel(): void;
}

export interface Wiring {
  /** Everything there is to see, in the map's units. */
  box: Box;
  /** The greatest scale, in pixels for a unit. */
  closest: number;
  /** What is seen to begin with, in this much room. */
  opening(room: Size): Box;
  /** What the controls take of the upper right corner. */
  corner(): Size;
  /** A tap on the map. False: nothing is there. */
  tap(at: Point, event: MouseEvent): boolean;
  /** What dragging from here does; null: it pans. */
  grab(at: Point): Drag | null;
  /** The scale is another one. Called in every frame of a gesture: for cheap things only. */
  rescaled(scale: number): void;
}

type Fit = "opening" | "whole" | null;

export class Viewport {
  #frame: Frame = { scale: 1, x: 0, y: 0 };
  #size: Size = { width: 0, height: 0 };
  #corner: Size = { width: 0, height: 0 };
  /** What fills the screen, also when the window changes: until somebody moves the map, what it opened with. */
  #fit: Fit = "opening";
  #pointers = new Map<number, Point>();
  #pressed: Point = { x: 0, y: 0 };
  /** Is what is pressed still a tap? Only then a click counts: the table may have taken the press for itself. */
  #isTap = false;
  #drag: Drag | null = null;
  #missed = -Infinity;
  #animation = 0;
  /** Where the map is gliding to; null when it is there. */
  #goal: Frame | null = null;
  readonly #listening = new AbortController();
  readonly #resizes: ResizeObserver;

  constructor(
    private readonly svg: SVGSVGElement,
    private readonly layer: SVGGElement,
    private readonly wiring: Wiring,
  ) {
    const listen = <Type extends keyof SVGElementEventMap>(
      type: Type,
      listener: (event: SVGElementEventMap[Type]) => void,
    ): void => svg.addEventListener(type, listener, { signal: this.#listening.signal, passive: false });
    listen("pointerdown", (event) => this.#press(event));
    listen("pointermove", (event) => this.#move(event));
    listen("pointerup", (event) => this.#release(event));
    listen("pointercancel", (event) => this.#release(event));
    listen("click", (event) => this.#tap(event));
    listen("wheel", (event) => this.#wheel(event));
    this.#resizes = new ResizeObserver(() => this.#resize());
    this.#resizes.observe(svg);
    this.#resize();
  }

  close(): void {
    this.#listening.abort();
    this.#resizes.disconnect();
    cancelAnimationFrame(this.#animation);
  }

  get scale(): number {
    return this.#frame.scale;
  }

  /** Is this as near as one gets? */
  get isClosest(): boolean {
    return this.#frame.scale >= this.wiring.closest * 0.999;
  }

  /** The whole map. */
  fit(): void {
    this.#glide(this.#fitting(this.wiring.box));
    this.#fit = "whole";
  }

  /** What one began with. */
  reopen(): void {
    this.#glide(this.#fitting(this.wiring.opening(this.#size)));
    this.#fit = "opening";
  }

  zoom(factor: number, at: Point = this.#centre): void {
    this.#glide(this.#limited(scaled(this.#frame, this.#frame.scale * factor, at), at));
  }

  /** So near that points which lay too close together lie well apart. */
  zoomTo(points: readonly Point[]): void {
    const { left, top, right, bottom } = boxAround(points, 0);
    this.see(boxAround(points, 1.5 * Math.max(right - left, bottom - top)));
  }

  /** Part of the map, as large as it fits. */
  see(box: Box): void {
    this.#glide(this.#limited(this.#fitting(box)));
  }

  /** Is a point of the map on the screen? */
  isShowing(point: Point): boolean {
    const { x, y } = showing(this.#frame, point, this.#size, 0);
    return x === this.#frame.x && y === this.#frame.y;
  }

  /** Bring a point of the map onto the screen, if it is not. */
  show(point: Point): void {
    const frame = showing(this.#frame, point, this.#size, MARGIN);
    if (frame.x !== this.#frame.x || frame.y !== this.#frame.y) this.#glide(this.#limited(frame));
  }

  /** Bring some points onto the screen together, if they are not: no nearer than now, and no farther than needed. */
  showAll(points: readonly Point[]): void {
    if (points.every((point) => this.isShowing(point))) return;
    const box = boxAround(points, MARGIN / this.scale);
    const { scale, ...at } = this.#fitting(box);
    const near = Math.min(scale, this.scale);
    this.#glide(this.#limited(scaled({ scale, ...at }, near, this.#centre)));
  }

  /** What a tap on the map means; null where nothing is near. Things too close to choose from are zoomed to. */
  aim(things: readonly Thing[], at: Point): Hit | null {
    const found = hit(things, at, this.scale, this.isClosest);
    if (found?.kind === "crowd") this.zoomTo(things.filter(({ id }) => found.ids.includes(id)));
    return found;
  }

  /** Zoom by a key. False: it is another key. */
  key({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    if (ctrlKey || metaKey || altKey) return false;
    if (key === "+" || key === "=") this.zoom(STEP);
    else if (key === "-") this.zoom(1 / STEP);
    else if (key === "0") this.fit();
    else return false;
    return true;
  }

  // -- gestures ------------------------------------------------------------------------------------------------

  #press(event: PointerEvent): void {
    if (event.button !== 0 || this.#pointers.size === 2) return;
    const at = this.#place(event);
    this.#stop();
    if (this.#pointers.size === 0) {
      this.#isTap = true;
      this.#pressed = at;
      this.#drag = this.wiring.grab(toMap(this.#frame, at));
    } else {
      this.#drag?.cancel();
      this.#drag = null;
      this.#isTap = false;
    }
    this.#pointers.set(event.pointerId, at);
  }

  #move(event: PointerEvent): void {
    const before = this.#pointers.get(event.pointerId);
    if (before === undefined) return;
    const now = this.#place(event);
    if (this.#isTap && distance(this.#pressed, now) < TREMBLE) return;
    if (this.#isTap) this.svg.setPointerCapture(event.pointerId);
    this.#isTap = false;
    this.#pointers.set(event.pointerId, now);
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other !== undefined) {
      this.#draw(this.#limited(pinched(this.#frame, [before, other], [now, other]), middle(now, other)));
    } else if (this.#drag !== null) {
      this.#drag.move(toMap(this.#frame, now));
    } else {
      this.#draw(this.#limited(shifted(this.#frame, { x: now.x - before.x, y: now.y - before.y })));
    }
  }

  #release(event: PointerEvent): void {
    if (!this.#pointers.delete(event.pointerId) || this.#drag === null) return;
    if (event.type === "pointerup" && !this.#isTap) this.#drag.drop(toMap(this.#frame, this.#place(event)));
    else this.#drag.cancel();
    this.#drag = null;
  }

  /** A click is a tap by any pointer, or comes from a screen reader, without a press; after a drag it is none. */
  #tap(event: MouseEvent): void {
    const isTap = this.#isTap || event.detail === 0;
    this.#isTap = false;
    if (!isTap) return;
    const at = this.#place(event);
    if (this.wiring.tap(toMap(this.#frame, at), event)) {
      this.#missed = -Infinity;
    } else if (event.timeStamp - this.#missed < DOUBLE) {
      this.#missed = -Infinity;
      this.zoom(LEAP, at);
    } else {
      this.#missed = event.timeStamp;
    }
  }

  #wheel(event: WheelEvent): void {
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 0.002 : 0.05;
    const factor = 2 ** (-event.deltaY * unit * (event.ctrlKey ? 5 : 1));
    const at = this.#place(event);
    const frame = this.#limited(scaled(this.#frame, this.#frame.scale * factor, at), at);
    if (frame.scale === this.#frame.scale) return;
    event.preventDefault();
    this.#stop();
    this.#draw(frame);
  }

  // -- drawing -------------------------------------------------------------------------------------------------

  #place({ clientX, clientY }: MouseEvent): Point {
    const { left, top } = this.svg.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  get #centre(): Point {
    return { x: this.#size.width / 2, y: this.#size.height / 2 };
  }

  #limited(frame: Frame, at: Point = this.#centre): Frame {
    const { box, closest } = this.wiring;
    return limited(frame, { box, closest, size: this.#size, corner: this.#corner }, at);
  }

  #fitting(box: Box): Frame {
    return fitted(box, this.#size, this.wiring.closest, this.#corner);
  }

  #resize(): void {
    const { width, height } = this.svg.getBoundingClientRect();
    const by = { x: (width - this.#size.width) / 2, y: (height - this.#size.height) / 2 };
    this.#size = { width, height };
    this.#corner = this.wiring.corner();
    if (width === 0 || height === 0) return;
    const frame = this.#goal ?? this.#frame;
    this.#stop();
    const box = this.#fit === "whole" ? this.wiring.box : this.wiring.opening(this.#size);
    if (this.#fit === null) this.#draw(this.#limited(shifted(frame, by)));
    else this.#draw(this.#limited(this.#fitting(box)), this.#fit);
  }

  #stop(): void {
    cancelAnimationFrame(this.#animation);
    this.#goal = null;
  }

  #glide(to: Frame): void {
    const milliseconds = parseFloat(getComputedStyle(this.svg).getPropertyValue("--motion-panel")) || 0;
    const from = this.#frame;
    let begun: number | null = null;
    const draw = (now: number): void => {
      begun ??= now;
      const share = milliseconds === 0 ? 1 : Math.min(1, (now - begun) / milliseconds);
      this.#draw(share === 1 ? to : between(from, to, share * (2 - share)), this.#fit);
      if (share < 1) this.#animation = requestAnimationFrame(draw);
      else this.#goal = null;
    };
    this.#stop();
    this.#goal = to;
    this.#fit = null;
    this.#animation = requestAnimationFrame(draw);
  }

  #draw(frame: Frame, fit: Fit = null): void {
    const isRescaled = frame.scale !== this.#frame.scale;
    this.#frame = frame;
    this.#fit = fit;
    this.layer.setAttribute("transform", `translate(${frame.x} ${frame.y}) scale(${frame.scale})`);
    if (isRescaled) this.wiring.rescaled(frame.scale);
  }
}
