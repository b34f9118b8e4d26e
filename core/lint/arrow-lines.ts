/**
 * arrow-lines: what the lint knows of each arrow: its route, where its label lies, and whether they hide or are hidden by boxes.
 *
 * Kept per arrow, with the rectangle within which boxes have a bearing on it, so that a box that comes, goes or moves
 * asks only the arrows near it to be looked at again.
 */
import RBush from 'rbush';

import type { Arrow, Box, Point } from '#schema/element.ts';
import { jsonEqual } from '#schema/json-equal.ts';
import type { Rect } from '#schema/tab.ts';

import { sameLine } from '../drawing/arrow-path.ts';
import type { Bounds } from '../drawing/bounds.ts';
import type { DrawnArrows } from '../drawing/drawn-arrows.ts';
import type { LabelPlace } from '../drawing/label.ts';
import { canHide, isObstacle, passesThrough, segmentPasses, standsOn, standsOnMany } from '../arrows/obstacles.ts';
import { boundsOf } from '../arrows/polyline.ts';
import type { ArrowRoute, RouteTab } from '../arrows/route.ts';
import { bottom, overlaps, right, union } from '../tab/rect.ts';
import type { PlaceIndex } from '../tab/place-index.ts';

/** What an arrow is drawn on; `boxesIn` are obstacles only. */
export type LineObstacles = RouteTab & {
  readonly obstacles: PlaceIndex<Box>;
  readonly drawn: Pick<DrawnArrows, 'routeOf' | 'labelOf'>;
};

export type DrawnLine = {
  readonly arrow: Arrow;
  readonly route: ArrowRoute;
  readonly points: readonly Point[];
  readonly bounds: Rect;
  readonly label: LabelPlace | null;
  readonly isBehind: boolean;
  /** An end is on more than 100 boxes, so the others in the way are not looked for. */
  readonly isCrowded: boolean;
};

type IndexedLine = { minX: number; minY: number; maxX: number; maxY: number; line: DrawnLine };

export class ArrowLines {
  readonly #entries = new Map<string, IndexedLine>();
  readonly #watched = new RBush<IndexedLine>();
  /** Ids of arrows that pass through a box. */
  readonly behind = new Set<string>();
  /** Ids of arrows of which an end dangles. */
  readonly dangling = new Set<string>();
  /** Ids of arrows that are not judged: too many boxes lie under an end. */
  readonly crowded = new Set<string>();

  get size(): number {
    return this.#entries.size;
  }

  get(id: string): DrawnLine | undefined {
    return this.#entries.get(id)?.line;
  }

  /** The rectangle within which boxes affect the arrow. */
  watched(id: string): Bounds | undefined {
    return this.#entries.get(id);
  }

  *all(): Generator<DrawnLine> {
    for (const { line } of this.#entries.values()) yield line;
  }

  /** Draws arrows that are not there yet. */
  load(arrows: Iterable<Arrow>, ground: LineObstacles): void {
    const entries: IndexedLine[] = [];
    for (const arrow of arrows) entries.push(this.#note(drawLine(arrow, ground)));
    this.#watched.load(entries);
  }

  put(arrow: Arrow, ground: LineObstacles): DrawnLine {
    const entry = this.#note(drawLine(arrow, ground));
    this.#watched.insert(entry);
    return entry.line;
  }

  remove(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#entries.delete(id);
    this.#watched.remove(entry);
    for (const set of [this.behind, this.dangling, this.crowded]) set.delete(id);
  }

  /** Ids of the arrows on which the box has a bearing, where it lies. */
  *touchedBy(box: Box): Generator<string> {
    if (!canHide(box)) return;
    const found = this.#watched.search({ minX: box.x, minY: box.y, maxX: right(box), maxY: bottom(box) });
    for (const { line } of found) if (hasBearing(box, line)) yield line.arrow.id;
  }

  #note(line: DrawnLine): IndexedLine {
    const { id } = line.arrow;
    const watched = widened(watchedRect(line));
    const entry = { minX: watched.x, minY: watched.y, maxX: right(watched), maxY: bottom(watched), line };
    this.#entries.set(id, entry);
    if (line.isBehind) this.behind.add(id);
    if (line.isCrowded) this.crowded.add(id);
    if (line.route.ends.from.kind === 'dangling' || line.route.ends.to.kind === 'dangling') this.dangling.add(id);
    return entry;
  }
}

/** Ids of the boxes that the line passes through. */
export function boxesOver({ route }: DrawnLine, ground: LineObstacles): Set<string> {
  const found = new Set<string>();
  for (const { id } of boxesCrossedBy(route, ground)) found.add(id);
  return found;
}

function drawLine(arrow: Arrow, ground: LineObstacles): DrawnLine {
  const route = ground.drawn.routeOf(arrow);
  const { points } = route;
  const isCrowded = standsOnMany(route.ends, ground.obstacles);
  const label = isCrowded ? null : ground.drawn.labelOf(arrow);
  const isBehind = !isCrowded && boxesCrossedBy(route, ground).next().done !== true;
  return { arrow, route, points, bounds: boundsOf(points), label, isBehind, isCrowded };
}

/** The obstacles that the route passes through; one may come several times. */
export function* boxesCrossedBy({ points, ends }: ArrowRoute, { obstacles }: LineObstacles): Generator<Box> {
  for (let index = 1; index < points.length; index += 1) {
    const [from, to] = [points[index - 1], points[index]];
    if (from === undefined || to === undefined) continue;
    for (const box of obstacles.boxesAlong(from[0], from[1], to[0], to[1])) {
      if (segmentPasses(from[0], from[1], to[0], to[1], box) && isObstacle(box, ends)) yield box;
    }
  }
}

function watchedRect({ bounds, route, label }: DrawnLine): Rect {
  const withRegion = route.region === null ? bounds : union(bounds, route.region);
  return label === null ? withRegion : union(withRegion, label.rect);
}

function hasBearing(box: Box, { points, route, label }: DrawnLine): boolean {
  return (
    (route.region !== null && overlaps(box, route.region)) ||
    (label !== null && overlaps(box, label.rect)) ||
    passesThrough(points, box) ||
    standsOn(route.ends.from, box) ||
    standsOn(route.ends.to, box)
  );
}

/** True if a line was drawn before as it is now, between the same elements. */
export const isSameLine = ({ arrow, points }: DrawnLine, before: DrawnLine | undefined): boolean =>
  before !== undefined &&
  jsonEqual(arrow.from, before.arrow.from) &&
  jsonEqual(arrow.to, before.arrow.to) &&
  sameLine(points, before.points);

/** By a pixel on each side, so that rounding loses no box. */
const widened = ({ x, y, width, height }: Rect): Rect => ({ x: x - 1, y: y - 1, width: width + 2, height: height + 2 });
