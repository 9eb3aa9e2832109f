/** The outlines of marks, as paths around the origin. */

import type { Shape } from "./palette";

/** The path of a shape that fits into a circle of this radius. */
export function outline(shape: Shape, radius: number): string {
  switch (shape) {
    case "disc":
      return `M${-radius},0a${radius},${radius} 0 1 0 ${2 * radius},0a${radius},${radius} 0 1 0 ${-2 * radius},0Z`;
    case "half-disc":
      return `M${-radius},${radius * 0.5}a${radius},${radius} 0 0 1 ${2 * radius},0Z`;
    case "triangle":
      return polygon([-90, 30, 150], () => radius);
    case "square":
      return polygon([-135, -45, 45, 135], () => radius);
    case "diamond":
      return polygon([-90, 0, 90, 180], () => radius);
    case "hexagon":
      return polygon([-90, -30, 30, 90, 150, 210], () => radius);
    case "star":
      return polygon(
        Array.from({ length: 10 }, (_, index) => -90 + 36 * index),
        (index) => (index % 2 === 0 ? radius : radius * 0.45),
      );
    case "cross": {
      const [long, short] = [radius * 0.92, radius * 0.36];
      const corners = [
        [-short, -long],
        [short, -long],
        [short, -short],
        [long, -short],
        [long, short],
        [short, short],
        [short, long],
        [-short, long],
        [-short, short],
        [-long, short],
        [-long, -short],
        [-short, -short],
      ];
      return `M${corners.map(([x, y]) => `${round(x ?? 0)},${round(y ?? 0)}`).join("L")}Z`;
    }
  }
}

function polygon(degrees: readonly number[], radiusAt: (index: number) => number): string {
  const corners = degrees.map((degree, index) => {
    const angle = (degree * Math.PI) / 180;
    return `${round(radiusAt(index) * Math.cos(angle))},${round(radiusAt(index) * Math.sin(angle))}`;
  });
  return `M${corners.join("L")}Z`;
}

function round(length: number): number {
  return Math.round(length * 100) / 100;
}
