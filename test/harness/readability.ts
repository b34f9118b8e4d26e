/**
 * readability: what a reader sees of a drawing, by its geometry alone: the layout tests and the drawing bench judge by it.
 *
 * A drawing is faulty if boxes overlap, if an arrow passes through a box or a frame that it has nothing to do with, or if two
 * arrows without a common end run on one track, so that a reader cannot tell which leads where.
 */
import type { Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

export type ReadBox = Rect & {
  readonly id: string;
  readonly isFrame: boolean;
  /** The frame around it. */ readonly frame: string | null;
};
export type ReadArrow = {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly route: readonly Point[];
  readonly label: Rect | null;
};
export type ReadDrawing = { readonly boxes: readonly ReadBox[]; readonly arrows: readonly ReadArrow[] };

export type Readability = {
  /** Pairs of boxes that overlap, or of a box and a frame that does not hold it. */
  readonly overlaps: number;
  /** Boxes that an arrow passes through and does not connect. */
  readonly through: number;
  /** Frames that an arrow passes through and that hold neither of its ends. */
  readonly foreign: number;
  /** Pairs of arrows without a common source or target that run on one track. */
  readonly ambiguous: number;
  /** How often parts of arrows cross. */
  readonly crossings: number;
  readonly bends: number;
  readonly length: number;
  /** The drawing's rectangle, divided by the area of its boxes. */
  readonly spread: number;
  /** The longer side, divided by the shorter. */
  readonly aspect: number;
  /** Boxes, other labels and other arrows that labels cover. */
  readonly labelHits: number;
};

export const isFaulty = ({ overlaps, through, foreign, ambiguous }: Readability): boolean =>
  overlaps + through + foreign + ambiguous > 0;

/** Boxes may touch by less than this. */
const touch = 2;
/** Lines this near to each other are one to the eye. */
const sameTrack = 2.5;
/** Tracks may be shared for so long, as where arrows cross at a slant. */
const sharedMost = 8;
const boxInsideMost = 3;
const frameInsideMost = 6;

export function readabilityOf(drawing: ReadDrawing): Readability {
  const parents = new Map(drawing.boxes.map(({ id, frame }) => [id, frame]));
  const isWithin = (id: string, frame: string): boolean => {
    for (let at = parents.get(id) ?? null; at !== null; at = parents.get(at) ?? null) if (at === frame) return true;
    return false;
  };
  const boxes = drawing.boxes.filter(({ isFrame }) => !isFrame);
  const frames = drawing.boxes.filter(({ isFrame }) => isFrame);
  const arrows = drawing.arrows.map((arrow) => ({ ...arrow, parts: partsOf(withoutStraightPoints(arrow.route)) }));
  let overlaps = countPairs(boxes, (a, b) => meet(a, b, touch));
  for (const frame of frames) for (const box of boxes) if (!isWithin(box.id, frame.id) && meet(frame, box, touch)) overlaps += 1;
  let [through, foreign, bends, length] = [0, 0, 0, 0];
  for (const { from, to, parts } of arrows) {
    bends += Math.max(0, parts.length - 1);
    length += parts.reduce((sum, part) => sum + lengthOf(part), 0);
    for (const box of boxes) {
      const isOwn = [from, to].some((end) => end === box.id || isWithin(box.id, end));
      if (!isOwn && insideOf(parts, box) > boxInsideMost) through += 1;
    }
    for (const frame of frames) {
      const isOwn = [from, to].some((end) => end === frame.id || isWithin(end, frame.id));
      if (!isOwn && insideOf(parts, frame) > frameInsideMost) foreign += 1;
    }
  }
  const covered = coveredByLabels(drawing);
  const labelHits = covered.boxes + covered.labels + covered.lines;
  let crossings = 0;
  const ambiguous = countPairs(arrows, (a, b) => {
    let shared = 0;
    for (const part of a.parts) {
      for (const other of b.parts) {
        shared += sharedLength(part, other);
        if (doCross(part, other)) crossings += 1;
      }
    }
    return shared > sharedMost && a.from !== b.from && a.to !== b.to;
  });
  return { overlaps, through, foreign, ambiguous, crossings, bends, length, labelHits, ...extent(drawing, boxes) };
}

/** Pairs of arrows that cross, and pairs of an arrow and a box that it passes behind, however little. */
export function tangledPairs({ boxes, arrows }: ReadDrawing): { readonly crossings: number; readonly behind: number } {
  const lines = arrows.map((arrow) => ({ ...arrow, parts: partsOf(arrow.route) }));
  const solid = boxes.filter(({ isFrame }) => !isFrame);
  const behind = lines.reduce((sum, { from, to, parts }) => {
    const isHidden = (box: ReadBox): boolean =>
      box.id !== from && box.id !== to && parts.some((part) => lengthWithin(part, box) > 0);
    return sum + solid.filter(isHidden).length;
  }, 0);
  const doTangle = (a: readonly Part[], b: readonly Part[]): boolean => a.some((part) => b.some((other) => doCross(part, other)));
  return { crossings: countPairs(lines, (a, b) => doTangle(a.parts, b.parts)), behind };
}

export type LabelCover = { readonly boxes: number; readonly labels: number; readonly lines: number; readonly heads: number };

/** Half the width of a head. */
const headReach = 5;

/** What labels cover: boxes, other labels, lines of other arrows, and heads; every arrow has one at its end. */
export function coveredByLabels({ boxes, arrows }: ReadDrawing): LabelCover {
  let [onBoxes, onLabels, onLines, onHeads] = [0, 0, 0, 0];
  for (const { id, label } of arrows) {
    if (label === null) continue;
    for (const box of boxes) if (!box.isFrame && meet(label, box, 1)) onBoxes += 1;
    for (const other of arrows) {
      const tip = other.route.at(-1);
      if (tip !== undefined && meet(label, around(tip), 1)) onHeads += 1;
      if (other.id === id) continue;
      if (other.label !== null && other.id > id && meet(label, other.label, 1)) onLabels += 1;
      if (insideOf(partsOf(withoutStraightPoints(other.route)), label) > boxInsideMost) onLines += 1;
    }
  }
  return { boxes: onBoxes, labels: onLabels, lines: onLines, heads: onHeads };
}

const around = ([x, y]: Point): Rect => ({ x: x - headReach, y: y - headReach, width: 2 * headReach, height: 2 * headReach });

const insideOf = (parts: readonly Part[], rect: Rect): number =>
  parts.reduce((sum, part) => sum + lengthWithin(part, shrunk(rect, touch)), 0);

/** Frames that do not hold exactly their members. */
export function leakyFrames({ boxes }: ReadDrawing): string[] {
  const leaks: string[] = [];
  const frames = new Map(boxes.filter(({ isFrame }) => isFrame).map((frame) => [frame.id, frame]));
  for (const box of boxes) {
    const frame = frames.get(box.frame ?? '');
    if (frame === undefined) continue;
    const isHeld =
      box.x > frame.x &&
      box.y > frame.y &&
      box.x + box.width < frame.x + frame.width &&
      box.y + box.height < frame.y + frame.height;
    if (!isHeld) leaks.push(`${box.id} sticks out of ${frame.id}`);
  }
  for (const frame of frames.values()) {
    for (const other of frames.values()) {
      const isRelated = [frame, other].some((a) => [frame, other].some((b) => a !== b && isAround(a.id, b, frames)));
      if (frame.id < other.id && !isRelated && meet(frame, other, 0)) leaks.push(`${frame.id} overlaps ${other.id}`);
    }
  }
  return leaks;
}

function isAround(frame: string, box: ReadBox, frames: ReadonlyMap<string, ReadBox>): boolean {
  for (let at = frames.get(box.frame ?? ''); at !== undefined; at = frames.get(at.frame ?? '')) if (at.id === frame) return true;
  return false;
}

type Part = readonly [Point, Point];

const lengthOf = ([[ax, ay], [bx, by]]: Part): number => Math.hypot(bx - ax, by - ay);

const partsOf = (points: readonly Point[]): Part[] =>
  points.slice(1).flatMap((end, at): Part[] => {
    const start = points[at];
    return start === undefined || lengthOf([start, end]) < 0.01 ? [] : [[start, end]];
  });

/** Twice the area of the triangle; positive if `c` is to the right of the way from `a` to `b`, on a canvas with y down. */
const turn = ([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): number => (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);

/** A point is no bend if it is this near to the line through its neighbors. */
const straight = 0.6;

function withoutStraightPoints(route: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const point of route) {
    for (let [a, b] = [kept.at(-2), kept.at(-1)]; a !== undefined && b !== undefined; [a, b] = [kept.at(-2), kept.at(-1)]) {
      if (Math.abs(turn(a, b, point)) >= straight * (1 + lengthOf([a, point]))) break;
      kept.pop();
    }
    const last = kept.at(-1);
    if (last === undefined || lengthOf([last, point]) > 0.5) kept.push(point);
  }
  return kept;
}

function doCross([a, b]: Part, [c, d]: Part): boolean {
  const isBetween = (one: number, other: number): boolean => Math.min(one, other) < -1e-6 && Math.max(one, other) > 1e-6;
  return isBetween(turn(a, b, c), turn(a, b, d)) && isBetween(turn(c, d, a), turn(c, d, b));
}

/** How long two parts run beside each other on one track; 0 if they are not about parallel. */
function sharedLength(part: Part, other: Part): number {
  const [length, otherLength] = [lengthOf(part), lengthOf(other)];
  if (length < 1 || otherLength < 1) return 0;
  const [[a, b], [c, d]] = [part, other];
  const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  const slant = Math.abs(ux * (d[1] - c[1]) - uy * (d[0] - c[0])) / otherLength;
  const isNear = (point: Point): boolean => Math.abs(turn(a, b, point)) <= sameTrack * length;
  if (slant > 0.03 || !isNear(c) || !isNear(d)) return 0;
  const along = ([x, y]: Point): number => Math.min(length, Math.max(0, (x - a[0]) * ux + (y - a[1]) * uy));
  return Math.abs(along(c) - along(d));
}

/** Liang and Barsky's clipping. */
function lengthWithin(part: Part, { x, y, width, height }: Rect): number {
  if (width <= 0 || height <= 0) return 0;
  const [[ax, ay], [bx, by]] = part;
  let [enter, leave] = [0, 1];
  for (const [step, room] of [
    [ax - bx, ax - x],
    [bx - ax, x + width - ax],
    [ay - by, ay - y],
    [by - ay, y + height - ay],
  ] as const) {
    if (step === 0 && room < 0) return 0;
    if (step < 0) enter = Math.max(enter, room / step);
    else if (step > 0) leave = Math.min(leave, room / step);
  }
  return Math.max(0, leave - enter) * lengthOf(part);
}

const shrunk = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x + by,
  y: y + by,
  width: width - 2 * by,
  height: height - 2 * by,
});

/** True if they share more than a strip of this width. */
const meet = (a: Rect, b: Rect, strip: number): boolean =>
  a.x + strip < b.x + b.width && b.x + strip < a.x + a.width && a.y + strip < b.y + b.height && b.y + strip < a.y + a.height;

function countPairs<T>(all: readonly T[], holds: (a: T, b: T) => boolean): number {
  let count = 0;
  for (const [at, a] of all.entries()) for (const b of all.slice(at + 1)) if (holds(a, b)) count += 1;
  return count;
}

function extent({ boxes, arrows }: ReadDrawing, solid: readonly ReadBox[]): Pick<Readability, 'spread' | 'aspect'> {
  const points = [
    ...boxes.flatMap(({ x, y, width, height }): Point[] => [[x, y], [x + width, y + height]]),
    ...arrows.flatMap(({ route }) => route),
  ]; // prettier-ignore
  if (points.length === 0) return { spread: 1, aspect: 1 };
  const span = (axis: 0 | 1): number => {
    const [low, high] = points.reduce(
      ([least, most], point) => [Math.min(least, point[axis]), Math.max(most, point[axis])],
      [Infinity, -Infinity],
    );
    return Math.max(1, (high ?? 0) - (low ?? 0));
  };
  const [width, height] = [span(0), span(1)];
  const area = solid.reduce((sum, box) => sum + box.width * box.height, 0);
  return { spread: (width * height) / Math.max(1, area), aspect: Math.max(width / height, height / width) };
}
