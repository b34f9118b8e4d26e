/**
 * link-areas: which parts of a page open a link. What has an inside or is text opens it everywhere in its rectangle; a line, only near
 * itself, so that an arrow does not cover what is beside it.
 */
import type { Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { boundsOf } from '#core/arrows/polyline.ts';
import { grown } from '#core/tab/rect.ts';

/** How near, and the length of the pieces of a slanting line, in pixels. */
const near = 5;
const piece = 24;

/** `path`: data of absolute commands, as pictures have it. */
export function areasOf(path: string, isLine: boolean): Rect[] {
  const lines = linesIn(path);
  const points = lines.flat();
  if (points.length === 0) return [];
  return isLine ? lines.flatMap(areasAlong) : [boundsOf(points)];
}

function areasAlong(line: readonly Point[]): Rect[] {
  return line.slice(1).flatMap(([x, y], index) => {
    const [fromX, fromY] = line[index] ?? [x, y];
    const [dx, dy] = [x - fromX, y - fromY];
    const isStraight = Math.min(Math.abs(dx), Math.abs(dy)) < near;
    const count = isStraight ? 1 : Math.ceil(Math.hypot(dx, dy) / piece);
    const at = (step: number): Point => [fromX + (dx * step) / count, fromY + (dy * step) / count];
    return Array.from({ length: count }, (_, step) => grown(boundsOf([at(step), at(step + 1)]), near));
  });
}

/** The end and control points of each part of the path. */
function linesIn(path: string): Point[][] {
  const lines: Point[][] = [];
  for (const [, command = '', list = ''] of path.matchAll(/([A-Z])([^A-Z]*)/g)) {
    const numbers = (list.match(/-?[\d.]+/g) ?? []).map(Number);
    const line = lines.at(-1) ?? [];
    const [x, y] = line.at(-1) ?? [0, 0];
    if (command === 'H') line.push(...numbers.map((to): Point => [to, y]));
    else if (command === 'V') line.push(...numbers.map((to): Point => [x, to]));
    else if (command === 'A') line.push(...pairs(numbers, 7, 5));
    else if (command === 'M') lines.push(pairs(numbers, 2, 0));
    else line.push(...pairs(numbers, 2, 0));
  }
  return lines;
}

/** The pair of numbers that is `offset` into each group of `step`. */
const pairs = (numbers: readonly number[], step: number, offset: number): Point[] =>
  Array.from({ length: Math.floor(numbers.length / step) }, (_, index) => [
    numbers[index * step + offset] ?? 0,
    numbers[index * step + offset + 1] ?? 0,
  ]);
