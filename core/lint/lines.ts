/**
 * lines: what the lint knows of each arrow: its route, where its label lies, and whether they hide or are hidden by boxes.
 *
 * Kept per arrow, with the rectangle within which boxes have a bearing on it, so that a box that comes, goes or moves
 * asks only the arrows near it to be looked at again.
 */
import RBush from 'rbush';

import type { Arrow, Box, Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { labelPlace, type LabelPlace } from '../arrows/label-place.ts';
import { canHide, isObstacle, passesThrough, segmentPasses } from '../arrows/obstacles.ts';
import { boundsOf } from '../arrows/polyline.ts';
import { type Route, routeAt, type RouteTab } from '../arrows/route.ts';
import type { Spread } from '../arrows/spread.ts';
import { bottom, overlaps, right, union } from '../tab/rect.ts';
import type { TabView } from '../tab/view.ts';

/** A long slanted part is looked up in pieces, so that its rectangle does not take in half the tab. */
const pieceLength = 256;
const piecesMax = 16;

export type DrawnLine = {
  readonly arrow: Arrow;
  readonly route: Route;
  readonly points: readonly Point[];
  readonly bounds: Rect;
  readonly label: LabelPlace | null;
  readonly isBehind: boolean;
};

type Entry = { minX: number; minY: number; maxX: number; maxY: number; line: DrawnLine };
type Places = Pick<TabView, 'boxesIn'>;

export class Lines {
  readonly #entries = new Map<string, Entry>();
  readonly #watched = new RBush<Entry>();
  /** Ids of arrows that pass through a box. */
  readonly behind = new Set<string>();
  /** Ids of arrows whose label hides a box. */
  readonly hiding = new Set<string>();
  /** Ids of arrows of which an end dangles. */
  readonly dangling = new Set<string>();

  get size(): number {
    return this.#entries.size;
  }

  get(id: string): DrawnLine | undefined {
    return this.#entries.get(id)?.line;
  }

  *all(): Generator<DrawnLine> {
    for (const { line } of this.#entries.values()) yield line;
  }

  /** Draws arrows that are not there yet. */
  load(arrows: Iterable<Arrow>, spreadOf: (arrow: Arrow) => Spread, tab: RouteTab): void {
    const entries: Entry[] = [];
    for (const arrow of arrows) entries.push(this.#note(drawn(arrow, spreadOf(arrow), tab)));
    this.#watched.load(entries);
  }

  put(arrow: Arrow, spread: Spread, tab: RouteTab): DrawnLine {
    const entry = this.#note(drawn(arrow, spread, tab));
    this.#watched.insert(entry);
    return entry.line;
  }

  remove(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#entries.delete(id);
    this.#watched.remove(entry);
    for (const set of [this.behind, this.hiding, this.dangling]) set.delete(id);
  }

  /** Ids of the arrows on which the box has a bearing, where it lies. */
  *touchedBy(box: Box): Generator<string> {
    if (!canHide(box)) return;
    const found = this.#watched.search({ minX: box.x, minY: box.y, maxX: right(box), maxY: bottom(box) });
    for (const { line } of found) if (hasBearing(box, line)) yield line.arrow.id;
  }

  #note(line: DrawnLine): Entry {
    const { id } = line.arrow;
    const watched = widened(watchedRect(line));
    const entry = { minX: watched.x, minY: watched.y, maxX: right(watched), maxY: bottom(watched), line };
    this.#entries.set(id, entry);
    if (line.isBehind) this.behind.add(id);
    if (line.label?.hides === true) this.hiding.add(id);
    if (line.route.ends.from.kind === 'dangling' || line.route.ends.to.kind === 'dangling') this.dangling.add(id);
    return entry;
  }
}

/** The boxes that the line passes through, sorted by id. */
export function boxesOver({ route }: DrawnLine, places: Places): Box[] {
  const found = new Map<string, Box>();
  for (const box of boxesPassed(route, places)) found.set(box.id, box);
  return [...found.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function drawn(arrow: Arrow, spread: Spread, tab: RouteTab): DrawnLine {
  const route = routeAt(arrow, spread, tab);
  const { points } = route;
  const isBehind = boxesPassed(route, tab).next().done !== true;
  return { arrow, route, points, bounds: boundsOf(points), label: labelPlace(arrow, route, tab), isBehind };
}

/** The obstacles that the route passes through; one may come several times. */
export function* boxesPassed({ points, ends }: Route, places: Places): Generator<Box> {
  for (let index = 1; index < points.length; index += 1) {
    const [from, to] = [points[index - 1], points[index]];
    if (from === undefined || to === undefined) continue;
    for (const rect of piecesOf(from, to)) {
      for (const box of places.boxesIn(rect)) {
        if (segmentPasses(from[0], from[1], to[0], to[1], box) && isObstacle(box, ends)) yield box;
      }
    }
  }
}

function* piecesOf([x1, y1]: Point, [x2, y2]: Point): Generator<Rect> {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const pieces = Math.max(1, Math.min(piecesMax, Math.ceil(Math.min(Math.abs(dx), Math.abs(dy)) / pieceLength)));
  const [width, height] = [Math.abs(dx) / pieces, Math.abs(dy) / pieces];
  for (let piece = 0; piece < pieces; piece += 1) {
    const [x, y] = [x1 + (dx * piece) / pieces, y1 + (dy * piece) / pieces];
    yield widened({ x: dx < 0 ? x - width : x, y: dy < 0 ? y - height : y, width, height });
  }
}

function watchedRect({ bounds, route, label }: DrawnLine): Rect {
  const withRegion = route.region === null ? bounds : union(bounds, route.region);
  return label === null ? withRegion : union(withRegion, label.region);
}

function hasBearing(box: Box, { points, route, label }: DrawnLine): boolean {
  return (
    (route.region !== null && overlaps(box, route.region)) ||
    (label !== null && overlaps(box, label.region)) ||
    passesThrough(points, box)
  );
}

/** By a pixel on each side, so that rounding loses no box. */
const widened = ({ x, y, width, height }: Rect): Rect => ({ x: x - 1, y: y - 1, width: width + 2, height: height + 2 });
