/** An arrow that is pulled from a thing to wherever the pointer is. */

import type { Arrow } from "./arrows";
import type { Point } from "./frame";
import type { Drag } from "./viewport";

/** What is pulled from somewhere, and what becomes of it on another thing. */
export interface Pull {
  /** How thick the arrow is, in the map's units. */
  width: number;
  draw: (to: Point) => Arrow;
  drop: (thing: string) => void;
  /** It is over, whatever became of it. */
  ended?: () => void;
}

/** Draw in a group that has a path for the line and one for the head. */
export function rubber(band: SVGGElement, { width, draw, ended }: Pull, drop: (at: Point) => void): Drag {
  const [line, head] = band.children;
  const cancel = (): void => {
    line?.removeAttribute("d");
    head?.removeAttribute("d");
    ended?.();
  };
  return {
    move(to) {
      const drawn = draw(to);
      band.setAttribute("stroke-width", String(width));
      line?.setAttribute("d", drawn.line);
      head?.setAttribute("d", drawn.head);
    },
    drop(at) {
      cancel();
      drop(at);
    },
    cancel,
  };
}
