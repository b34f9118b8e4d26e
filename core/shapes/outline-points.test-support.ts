/** outline-points: the lines of an outline as polygons of many short parts, for measuring how far a point lies from them. */
import type { Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

const parts = 48;

/** Each closed or open line of path data that shapes write: M, L, H, V, A, C, Z with absolute coordinates. */
export function linesOfPath(path: string): Point[][] {
  const lines: Point[][] = [];
  let line: Point[] = [];
  for (const [, command = '', values = ''] of path.matchAll(/([MLHVACZ])([-\d. ]*)/g)) {
    const numbers = values.trim() === '' ? [] : values.trim().split(/ +/).map(Number);
    const [x0, y0] = line.at(-1) ?? [0, 0];
    const [a = 0, b = 0] = numbers;
    if (command === 'M') lines.push((line = [[a, b]]));
    else if (command === 'L') line.push([a, b]);
    else if (command === 'H') line.push([a, y0]);
    else if (command === 'V') line.push([x0, a]);
    else if (command === 'C') line.push(...cubic([x0, y0], numbers));
    else if (command === 'A') line.push(...arc([x0, y0], numbers));
    else if (line[0] !== undefined) line.push(line[0]);
  }
  return lines;
}

/** A rectangle with round corners. */
export function linesOfRect({ x, y, width, height }: Rect, radius: number): Point[][] {
  const r = Math.min(radius, width / 2, height / 2);
  const corner = (cx: number, cy: number, from: number): Point[] =>
    Array.from({ length: parts + 1 }, (_, index) => {
      const angle = ((from + (90 * index) / parts) * Math.PI) / 180;
      return [cx + r * Math.cos(angle), cy + r * Math.sin(angle)];
    });
  const [far, low] = [x + width, y + height];
  const line = [
    ...corner(far - r, low - r, 0),
    ...corner(x + r, low - r, 90),
    ...corner(x + r, y + r, 180),
    ...corner(far - r, y + r, 270),
  ];
  return [[...line, line[0]!]];
}

/** Pixels from a point to the nearest of the lines. */
export function distanceTo(lines: readonly (readonly Point[])[], point: Point): number {
  let least = Infinity;
  for (const line of lines) {
    for (let index = 1; index < line.length; index += 1) least = Math.min(least, apart(point, line[index - 1]!, line[index]!));
  }
  return least;
}

function apart([x, y]: Point, a: Point, b: Point): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const share = Math.max(0, Math.min(1, ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - a[0] - dx * share, y - a[1] - dy * share);
}

function cubic([x0, y0]: Point, [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0]: readonly number[]): Point[] {
  return Array.from({ length: parts }, (_, index) => {
    const t = (index + 1) / parts;
    const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
    return [a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3];
  });
}

/** SVG 1.1, appendix F.6.5, for arcs that are not turned. */
function arc([x1, y1]: Point, [rx0 = 0, ry0 = 0, , large = 0, sweep = 0, x2 = 0, y2 = 0]: readonly number[]): Point[] {
  const [halfX, halfY] = [(x1 - x2) / 2, (y1 - y2) / 2];
  const reach = Math.max(1, Math.sqrt((halfX / rx0) ** 2 + (halfY / ry0) ** 2));
  const [rx, ry] = [rx0 * reach, ry0 * reach];
  const over = rx * rx * halfY * halfY + ry * ry * halfX * halfX;
  const root = Math.sqrt(Math.max(0, (rx * rx * ry * ry - over) / over)) * (large === sweep ? -1 : 1);
  const [cx, cy] = [(root * rx * halfY) / ry + (x1 + x2) / 2, (-root * ry * halfX) / rx + (y1 + y2) / 2];
  const from = Math.atan2((y1 - cy) / ry, (x1 - cx) / rx);
  let turn = Math.atan2((y2 - cy) / ry, (x2 - cx) / rx) - from;
  if (sweep === 1 && turn < 0) turn += 2 * Math.PI;
  if (sweep === 0 && turn > 0) turn -= 2 * Math.PI;
  return Array.from({ length: parts }, (_, index) => {
    const angle = from + (turn * (index + 1)) / parts;
    return [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)];
  });
}
