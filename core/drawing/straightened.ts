import type { Point } from '#schema/element.ts';

/** Without points that repeat the one before, or that are between two others on one upright or level line. */
export function straightened(points: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const point of points) {
    const [a, b] = [kept.at(-2), kept.at(-1)];
    if (b !== undefined && b[0] === point[0] && b[1] === point[1]) continue;
    const isOnLine =
      a !== undefined && b !== undefined && ((a[0] === b[0] && b[0] === point[0]) || (a[1] === b[1] && b[1] === point[1]));
    if (isOnLine) kept[kept.length - 1] = point;
    else kept.push(point);
  }
  return kept;
}
