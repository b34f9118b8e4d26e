/** matrix: transformations of SVG and PDF: `x' = a x + c y + e`, `y' = b x + d y + f`. */
import type { Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** First `inner`, then `outer`. */
export function product(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [g, h, i, j, k, l] = inner;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** A `transform` of a picture: `rotate(degrees x y)` or `matrix(a b c d e f)`. Throws for any other. */
export function matrixOf(transform: string): Matrix {
  const [, name = '', list = ''] = /^(rotate|matrix)\(([-\d. ]+)\)$/.exec(transform) ?? [];
  const numbers = list.split(' ').map(Number);
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
  if (name === 'matrix' && numbers.length === 6) return [a, b, c, d, e, f];
  if (name !== 'rotate' || numbers.length !== 3) throw new Error(`a transform that no picture has: ${transform}`);
  const [angle, x, y] = [(a * Math.PI) / 180, b, c];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y];
}

/** The rectangle around the transformed one. */
export function boundsAfter([a, b, c, d, e, f]: Matrix, { x, y, width, height }: Rect): Rect {
  const corners: Point[] = [[x, y], [x + width, y], [x, y + height], [x + width, y + height]]; // prettier-ignore
  const xs = corners.map(([left, top]) => a * left + c * top + e);
  const ys = corners.map(([left, top]) => b * left + d * top + f);
  const [minX, minY] = [Math.min(...xs), Math.min(...ys)];
  return { x: minX, y: minY, width: Math.max(...xs) - minX, height: Math.max(...ys) - minY };
}
