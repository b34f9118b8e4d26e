/** path-parts: path data as cubic curves, which can be drawn unevenly. */
import type { Point } from '#schema/element.ts';

/** A cubic curve; a straight line has its control points on it. */
export type PathPart = {
  readonly from: Point;
  readonly control: readonly [Point, Point];
  readonly to: Point;
  readonly isStraight: boolean;
};

/** Parts that follow one another, without a gap. */
export type PathRun = { readonly parts: readonly PathPart[]; readonly isClosed: boolean };

/** The runs of path data of absolute commands; null if it has others. */
export function pathRuns(path: string): PathRun[] | null {
  const reader = new RunReader();
  let [at, numbers]: [number, number[]] = [0, []];
  while (at < path.length) {
    const command = path.charAt(at);
    at = numbersFrom(path, at + 1, (numbers = []));
    if (!reader.read(command, numbers)) return null;
  }
  return reader.end();
}

/** Reads numbers until a letter or the end; returns the place of that. No number is written with an exponent. */
function numbersFrom(path: string, start: number, numbers: number[]): number {
  let [at, begin] = [start, -1];
  for (; at <= path.length; at += 1) {
    const code = path.charCodeAt(at);
    const isOfNumber = (code >= 48 && code <= 57) || code === 45 || code === 46;
    if (isOfNumber && begin < 0) begin = at;
    if (isOfNumber || begin < 0) {
      if (code >= 65) return at;
      continue;
    }
    numbers.push(Number(path.slice(begin, at)));
    begin = -1;
    if (code >= 65) return at;
  }
  return path.length;
}

class RunReader {
  readonly #runs: PathRun[] = [];
  #parts: PathPart[] = [];
  #start: Point = [0, 0];
  #at: Point = [0, 0];

  /** False for a command that is not among those that shapes and arrows use. */
  read(command: string, numbers: readonly number[]): boolean {
    if (command === 'Z') {
      this.#lineTo(this.#start);
      this.#close(true);
      return true;
    }
    const width = widths[command];
    if (width === undefined) return false;
    for (let index = 0; index + width <= numbers.length; index += width) {
      const isFirst = index === 0;
      this.#take(command === 'M' && !isFirst ? 'L' : command, numbers.slice(index, index + width));
    }
    return true;
  }

  end(): PathRun[] {
    this.#close(false);
    return this.#runs;
  }

  #take(command: string, [a = 0, b = 0, c = 0, e = 0, f = 0, g = 0, h = 0]: readonly number[]): void {
    const [x, y] = this.#at;
    switch (command) {
      case 'M':
        this.#close(false);
        this.#start = [a, b];
        this.#at = [a, b];
        return;
      case 'L':
        return this.#lineTo([a, b]);
      case 'H':
        return this.#lineTo([a, y]);
      case 'V':
        return this.#lineTo([x, a]);
      case 'Q':
        return this.#curveTo(
          [x + ((a - x) * 2) / 3, y + ((b - y) * 2) / 3],
          [c + ((a - c) * 2) / 3, e + ((b - e) * 2) / 3],
          [c, e],
        );
      case 'C':
        return this.#curveTo([a, b], [c, e], [f, g]);
      case 'A':
        for (const [one, other, to] of arcCurves([x, y], { rx: a, ry: b, isLarge: e === 1, isClockwise: f === 1 }, [g, h]))
          this.#curveTo(one, other, to);
    }
  }

  #lineTo(to: Point): void {
    const { 0: x, 1: y } = this.#at;
    if (Math.hypot(to[0] - x, to[1] - y) < 0.01) return;
    const along = (share: number): Point => [x + (to[0] - x) * share, y + (to[1] - y) * share];
    this.#parts.push({ from: this.#at, control: [along(1 / 3), along(2 / 3)], to, isStraight: true });
    this.#at = to;
  }

  #curveTo(one: Point, other: Point, to: Point): void {
    this.#parts.push({ from: this.#at, control: [one, other], to, isStraight: false });
    this.#at = to;
  }

  #close(isClosed: boolean): void {
    if (this.#parts.length > 0) this.#runs.push({ parts: this.#parts, isClosed });
    this.#parts = [];
    this.#at = this.#start;
  }
}

/** How many numbers a command takes at once. */
const widths: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, Q: 4, C: 6, A: 7 };

type Arc = { readonly rx: number; readonly ry: number; readonly isLarge: boolean; readonly isClockwise: boolean };

/** An arc of an ellipse that is not turned, as curves of at most a quarter each (SVG 2, appendix B.2.4). */
function arcCurves(from: Point, arc: Arc, to: Point): (readonly [Point, Point, Point])[] {
  const [dx, dy] = [(from[0] - to[0]) / 2, (from[1] - to[1]) / 2];
  if (arc.rx <= 0 || arc.ry <= 0 || (dx === 0 && dy === 0)) return [[from, to, to]];
  const grow = Math.max(1, Math.hypot(dx / arc.rx, dy / arc.ry));
  const [rx, ry] = [arc.rx * grow, arc.ry * grow];
  const reach = (dx / rx) ** 2 + (dy / ry) ** 2;
  const factor = Math.sqrt(Math.max(0, 1 / reach - 1)) * (arc.isLarge === arc.isClockwise ? -1 : 1);
  const [cx, cy] = [(factor * rx * dy) / ry + (from[0] + to[0]) / 2, (-factor * ry * dx) / rx + (from[1] + to[1]) / 2];
  const angleTo = ([x, y]: Point): number => Math.atan2((y - cy) / ry, (x - cx) / rx);
  const first = angleTo(from);
  const turn = sweep(angleTo(to) - first, arc.isClockwise);
  const count = Math.max(1, Math.ceil(Math.abs(turn) / (Math.PI / 2) - 0.001));
  const step = turn / count;
  const handle = (4 / 3) * Math.tan(step / 4);
  return Array.from({ length: count }, (_, index) => {
    const [a, b] = [first + index * step, first + (index + 1) * step];
    const end: Point = index === count - 1 ? to : [cx + rx * Math.cos(b), cy + ry * Math.sin(b)];
    return [
      [cx + rx * (Math.cos(a) - handle * Math.sin(a)), cy + ry * (Math.sin(a) + handle * Math.cos(a))],
      [cx + rx * (Math.cos(b) + handle * Math.sin(b)), cy + ry * (Math.sin(b) - handle * Math.cos(b))],
      end,
    ] as const;
  });
}

/** The angle in the direction of the arc. */
function sweep(angle: number, isClockwise: boolean): number {
  if (isClockwise && angle < 0) return angle + 2 * Math.PI;
  return !isClockwise && angle > 0 ? angle - 2 * Math.PI : angle;
}
