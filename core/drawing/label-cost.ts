/** What a label would cover at a place, weighed [LB3]. */
import type { Box, Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import type { End, RouteEnds } from '../arrows/ends.ts';
import { canHide, isObstacle, segmentPasses, standingMost, standsOn } from '../arrows/obstacles.ts';
import type { Container } from '../tab/membership.ts';
import { bottom, overlaps, right } from '../tab/rect.ts';
import { titleHeight } from '../text/label-box.ts';
import { titleOf } from './frame-title.ts';
import type { LabelSubject } from './label.ts';
import { type LinePart, type LineParts, tipReach } from './line-parts.ts';

export type LabelGround = {
  wallsIn(rect: Rect, most?: number): readonly Box[];
  someFrameIn(rect: Rect, test: (frame: Container) => boolean): boolean;
};

/** Any number of lines or labels is better covered than a box. */
export const boxCost = 100_000;
const headCost = 600;
const titleCost = 300;
export const labelCost = 300;
const lineCost = 200;
/** A label over the end of a line that has no head there hides where it begins. */
const endCost = 60;
const borderCost = 40;
const bendCost = 10;
/** Between a label and another line, in pixels: one beside its line may not be read as that of the other. */
const [onLineGap, besideLineGap] = [2, 5] as const;
/** Pixels of a line that are seen at each of its ends: a head is about as long. */
export const endShown = 10;
/** Where more parts of lines pass, no place is better than another [LB7]. */
const partsMost = 48;
/** What is further away from a label has no bearing on it. */
export const bearingReach = 8;

export class LabelCosts {
  readonly #ground: LabelGround;
  readonly #lines: LineParts;
  /** Filled again for each place. */
  readonly #parts: LinePart[] = [];
  readonly #near = { x: 0, y: 0, width: 0, height: 0 };
  /** True if there were too many lines or boxes at the last place to compare places [LB7]. */
  isCrowded = false;

  constructor(ground: LabelGround, lines: LineParts) {
    this.#ground = ground;
    this.#lines = lines;
  }

  /** The cost of a place but for other labels; of one that costs `most` or more, at least `most`. */
  of(rect: Rect, isBeside: boolean, subject: LabelSubject, most: number): number {
    const { points, ends } = subject.route;
    let cost = ownCost(rect, isBeside, points, subject);
    this.isCrowded = false;
    if (cost >= most) return cost;
    const walls = this.#ground.wallsIn(rect, standingMost);
    if (walls.length > standingMost) {
      // Which of them were found depends on how the index came to be.
      this.isCrowded = true;
      return cost + standingMost * boxCost;
    }
    for (const box of walls) if (overlaps(box, rect) && isHidden(box, ends)) cost += boxCost;
    if (cost >= most) return cost;
    cost += this.#ofParts(rect, isBeside, subject.id);
    if (cost >= most) return cost;
    this.#ground.someFrameIn(rect, (frame) => {
      cost += frameCost(rect, frame);
      return cost >= most;
    });
    return cost;
  }

  /** True if the label at a place hides a box [LB4], or if more boxes are there than are compared [LB7]. */
  hidesBox(rect: Rect, ends: RouteEnds): boolean {
    const walls = this.#ground.wallsIn(rect, standingMost);
    return walls.length > standingMost || walls.some((box) => overlaps(box, rect) && isHidden(box, ends));
  }

  #ofParts({ x, y, width, height }: Rect, isBeside: boolean, id: string): number {
    const gap = isBeside ? besideLineGap : onLineGap;
    const [parts, near] = [this.#parts, this.#near];
    this.isCrowded = !this.#lines.collect(x - gap, y - gap, x + width + gap, y + height + gap, partsMost, parts);
    if (this.isCrowded) return partsMost * lineCost;
    let cost = 0;
    for (const { id: other, x1, y1, x2, y2, tipX, tipY } of parts) {
      const isOwn = other === id;
      if (isOwn && !isBeside) continue;
      const by = isOwn ? 1 : gap;
      near.x = x - by;
      near.y = y - by;
      near.width = width + 2 * by;
      near.height = height + 2 * by;
      if (segmentPasses(x1, y1, x2, y2, near)) cost += lineCost;
      if (tipX > x - tipReach && tipX < x + width + tipReach && tipY > y - tipReach && tipY < y + height + tipReach)
        cost += headCost;
    }
    return cost;
  }
}

/** Unlike a line, a label may not be on the boxes at its own ends either, except where one holds the other end. */
export function isHidden(box: Box, ends: RouteEnds): boolean {
  const { from, to } = ends;
  const [isFrom, isTo] = [isAt(from, box), isAt(to, box)];
  if (isFrom && isTo) return true;
  if (isFrom) return canHide(box) && !standsOn(to, box);
  if (isTo) return canHide(box) && !standsOn(from, box);
  return isObstacle(box, ends);
}

const isAt = (end: End, box: Box): boolean => end.kind === 'box' && end.box.id === box.id;

function ownCost(rect: Rect, isBeside: boolean, points: readonly Point[], { hasStartHead, hasEndHead }: LabelSubject): number {
  let cost = 0;
  const reach = isBeside ? 0 : endShown;
  if (isNear(points[0], rect, reach)) cost += hasStartHead ? headCost : endCost;
  if (isNear(points.at(-1), rect, reach)) cost += hasEndHead ? headCost : endCost;
  if (!isBeside && points.length > 2)
    for (let index = 1; index < points.length - 1; index += 1) if (isTurn(points, index) && isNear(points[index], rect, 0)) cost += bendCost;
  return cost;
} // prettier-ignore

/** Whether the line changes its direction at a point by more than a curve does. */
function isTurn(points: readonly Point[], index: number): boolean {
  const [a, b, c] = [points[index - 1], points[index], points[index + 1]];
  if (a === undefined || b === undefined || c === undefined) return false;
  const [dx, dy, ex, ey] = [b[0] - a[0], b[1] - a[1], c[0] - b[0], c[1] - b[1]];
  return dx * ex + dy * ey < 0.7 * Math.hypot(dx, dy) * Math.hypot(ex, ey);
}

const isNear = (point: Point | undefined, { x, y, width, height }: Rect, by: number): boolean =>
  point !== undefined && point[0] > x - by && point[0] < x + width + by && point[1] > y - by && point[1] < y + height + by;

function frameCost(rect: Rect, frame: Container): number {
  const isOnBorder =
    overlaps(frame, rect) &&
    !(rect.x > frame.x && rect.y > frame.y && right(rect) < right(frame) && bottom(rect) < bottom(frame));
  let cost = isOnBorder ? borderCost : 0;
  if (rect.y < frame.y + titleHeight && overlaps(rect, frame)) {
    const title = titleOf(frame);
    if (title !== null && overlaps(title, rect)) cost += titleCost;
  }
  return cost;
}
