/** The seven bursts: their drawing in a 24 × 24 box, and the sparks of each when it goes off. */

import type { SuitName } from './wire';

export type ShapeName = 'ring' | 'peony' | 'willow' | 'star' | 'palm' | 'spiral' | 'smoke';

export const SHAPES: Record<SuitName, ShapeName> = {
  white: 'ring',
  red: 'peony',
  blue: 'willow',
  yellow: 'star',
  green: 'palm',
  multicolour: 'spiral',
  black: 'smoke',
};

/** The arms of the multicolour spiral; by day they are drawn in one colour where they lie on a fill. */
export const ARMS = ['red', 'yellow', 'green', 'white', 'blue'].map((suit) => `var(--${suit}-fill)`);

export type Point = { x: number; y: number };

export function polar(angle: number, radius: number): Point {
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
}

export function around(count: number, radius: number, turn = -Math.PI / 2): Point[] {
  return Array.from({ length: count }, (_, n) => polar(turn + (2 * Math.PI * n) / count, radius));
}

export function starPoints(outer: number, inner: number): Point[] {
  return Array.from({ length: 10 }, (_, n) => polar(-Math.PI / 2 + (Math.PI * n) / 5, n % 2 ? inner : outer));
}

/** The spiral of five: dots on arms, with the arm's number. */
export function spiral(arms = 5, steps = 4, reach = 10): (Point & { arm: number; step: number })[] {
  return Array.from({ length: arms * steps }, (_, n) => {
    const arm = n % arms;
    const step = Math.floor(n / arms);
    const angle = (2 * Math.PI * arm) / arms + step * 0.62 - Math.PI / 2;
    return { ...polar(angle, (reach * (step + 1.1)) / (steps + 0.1)), arm, step };
  });
}

/** A spark of a burst: where it flies to (in parts of the pile's width), its size, its delay. */
export type Spark = Point & { size: number; delay: number; arm?: number };

const spark = ({ x, y }: Point, size = 1, delay = 0): Spark => ({ x, y, size, delay });

export function sparks(shape: ShapeName): Spark[] {
  switch (shape) {
    case 'ring':
      return [...around(28, 0.92), ...around(14, 0.5)].map((p, n) => spark(p, n < 28 ? 1 : 0.6));
    case 'peony':
      return [0.34, 0.66, 1].flatMap((r, ring) =>
        around(16, r, ring * 0.2).map((p) => spark(p, 1.1 - r / 3, ring * 40)),
      );
    case 'willow':
      return [-0.9, -0.62, -0.34, 0, 0.34, 0.62, 0.9].flatMap((x) =>
        [0, 1, 2, 3, 4].map((n) => ({
          ...spark({ x: x * (0.45 + n * 0.14), y: -0.62 + n * n * 0.085 + Math.abs(x) * 0.2 }),
          size: 1 - n * 0.13,
          delay: n * 45,
        })),
      );
    case 'star':
      return starPoints(1, 0.42).flatMap((p, n, all) => {
        const q = all[(n + 1) % all.length] ?? p;
        return [0, 0.33, 0.66].map((t) => spark({ x: p.x + (q.x - p.x) * t, y: p.y + (q.y - p.y) * t }));
      });
    case 'palm':
      return [-80, -52, -26, 0, 26, 52, 80].flatMap((degrees) =>
        [0.3, 0.52, 0.74, 0.96].map((r, n) => {
          const p = polar(((degrees - 90) * Math.PI) / 180, r);
          const droop = (Math.abs(degrees) / 80) * r * r * 0.55;
          return spark({ x: p.x, y: p.y + droop + 0.1 }, 1.25 - n * 0.2, n * 35);
        }),
      );
    case 'spiral':
      return spiral(5, 7, 1).map((p) => ({ ...spark(p, 1.1 - p.step * 0.07, p.step * 30), arm: p.arm }));
    case 'smoke':
      return around(10, 0.42).map((p, n) => spark({ x: p.x * 1.3, y: p.y * 0.7 - 0.25 }, 4.2, n * 18));
  }
}
