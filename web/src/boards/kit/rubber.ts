/** An arrow that is pulled from a thing to wherever the pointer is. */

import type { Arrow } from "./arrows";
import type { Point } from "./frame";
import type { Drag } from "./viewport";

export function rubber(path: SVGPathElement, draw: (to: Point) => Arrow, drop: (at: Point) => void): Drag {
  const cancel = (): void => path.removeAttribute("d");
  return {
    move(to) {
      const { line, head } = draw(to);
      path.setAttribute("d", `${line} ${head}`);
    },
    drop(at) {
      cancel();
      drop(at);
    },
    cancel,
  };
}
