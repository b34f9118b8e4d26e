/**
 * Searches for a path around the boxes that prove to be in the way: walls and fences are added until a path is clear of
 * all others, so that the search looks at few boxes on a large tab.
 */
import { type Box, isContainer, type Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import type { End, RouteEnds } from '../arrows/ends.ts';
import { isObstacle } from '../arrows/obstacles.ts';
import { boundsOf } from '../arrows/polyline.ts';
import { bottom, centreX, centreY, grown, holds, holdsPoint, overlaps, right, union } from '../tab/rect.ts';
import { cheapestPath, type OrthogonalPath } from './cheapest-path.ts';
import { clearance, type Fence, isInStrip, type PathRequest } from './clearance-grid.ts';
import { directPaths } from './direct-path.ts';
import { titleOf } from './frame-title.ts';

/** With more in its way, an arrow gets the path that it would have on an empty canvas. */
const wallsMax = 96;
const looksMax = 200;
const roundsMax = 16;
/** Pixels that a direct path keeps from other boxes. */
const berth = 8;
const borderCost = 3_000;
/** Cost of each border of a title that a path crosses, in a frame that it has to enter or leave. */
const titleCost = 15;

export type PathResult = {
  readonly path: OrthogonalPath;
  /** Boxes outside of these areas have no bearing on the path, except for those at its ends. */
  readonly areas: readonly Rect[];
  /** No way around was found. */
  readonly isCrowded: boolean;
};

/** Lists one more than `most` if there are more. */
export type PathObstacles = {
  readonly wallsIn: (rect: Rect, most: number) => readonly Box[];
  readonly framesIn: (rect: Rect, most: number) => readonly Box[];
};

export function searchPath(
  { from, to, others, walls: taken }: Pick<PathRequest, 'from' | 'to' | 'others' | 'walls'>,
  ends: RouteEnds,
  ground: PathObstacles,
): PathResult {
  const surroundings = new Surroundings(ends, ground);
  const areas: Rect[] = [];
  let fallback: OrthogonalPath | null = null;
  for (const { path, isPreferred } of directPaths(from, to)) {
    fallback ??= path;
    if (!isPreferred || others.length > 0) break;
    areas.push(...partsOf(path.points, berth));
    if (surroundings.isClear(path.points)) return { path, areas, isCrowded: false };
  }
  let region = grown(union(from.rect, to.rect), clearance);
  surroundings.addAll(region);
  for (let round = 0; round < roundsMax && !surroundings.isCrowded; round += 1) {
    const { walls, fences, frames } = surroundings;
    const path = cheapestPath({ from, to, walls: [...walls, ...taken], fences, frames, others });
    if (path === null) break;
    const bounds = grown(boundsOf(path.points), clearance);
    region = union(region, bounds);
    if (!surroundings.addHits(path.points)) return { path, areas: [...areas, region], isCrowded: false };
    surroundings.addAll(bounds);
  }
  return { path: fallback ?? { points: [], out: 'right', into: 'left' }, areas: [...areas, region], isCrowded: true };
}

class Surroundings {
  readonly #ends: RouteEnds;
  readonly #ground: PathObstacles;
  readonly #walls = new Map<string, Rect>();
  readonly #fences = new Map<string, Fence>();
  /** Frames that hold an end. */
  readonly #frames = new Map<string, Rect>();
  #looks = 0;

  constructor(ends: RouteEnds, ground: PathObstacles) {
    this.#ends = ends;
    this.#ground = ground;
  }

  get isCrowded(): boolean {
    return this.#known > wallsMax || this.#looks > looksMax;
  }

  get #known(): number {
    return this.#walls.size + this.#fences.size + this.#frames.size;
  }

  get walls(): Rect[] {
    return inOrder(this.#walls);
  }

  get fences(): Fence[] {
    return inOrder(this.#fences);
  }

  get frames(): Rect[] {
    return inOrder(this.#frames);
  }

  /** Adds what the rectangle overlaps. */
  addAll(rect: Rect): void {
    for (const box of this.#wallsIn(rect)) if (!this.isCrowded) this.#walls.set(box.id, box);
    for (const frame of this.#framesIn(rect)) {
      const isForeign = this.#isForeign(frame);
      if (!isForeign && overlaps(frame, rect)) this.#frames.set(frame.id, frame);
      const fence = fenceOf(frame, isForeign);
      if (fence !== null && overlaps(fence.rect, rect) && (!isForeign || !this.isCrowded)) this.#fences.set(frame.id, fence);
    }
  }

  /** Adds what the path passes through; false if that was known, or the path is clear. */
  addHits(points: readonly Point[]): boolean {
    const before = this.#known;
    for (const rect of partsOf(points, 1)) this.addAll(rect);
    return this.#known > before;
  }

  isClear(points: readonly Point[]): boolean {
    for (const [at, rect] of partsOf(points, berth).entries()) {
      if (this.#wallsIn(rect).length > 0) return false;
      const isBetweenBends = at > 0 && at + 2 < points.length;
      for (const frame of this.#framesIn(rect)) {
        const isForeign = this.#isForeign(frame);
        const fence = fenceOf(frame, isForeign);
        if (fence !== null && overlaps(fence.rect, rect)) return false;
        if (!isForeign && isBetweenBends && runsInStrip(rect, frame)) return false;
      }
    }
    return !this.isCrowded;
  }

  #wallsIn(rect: Rect): Box[] {
    const found = this.#ground.wallsIn(rect, looksMax);
    this.#looks += found.length;
    return found.filter((box) => overlaps(box, rect) && isObstacle(box, this.#ends));
  }

  /** Lanes are crossed freely. */
  #framesIn(rect: Rect): Box[] {
    const found = this.#ground.framesIn(rect, looksMax);
    this.#looks += found.length;
    return found.filter(({ type }) => type === 'frame');
  }

  /** Whether a frame holds neither end, and is in neither. */
  #isForeign(frame: Box): boolean {
    return [this.#ends.from, this.#ends.to].every((end) => !belongsTo(end, frame));
  }
}

/** The border of a foreign frame; the title of another one. */
function fenceOf(frame: Box, isForeign: boolean): Fence | null {
  if (isForeign) return { rect: frame, cost: borderCost };
  const title = titleOf(frame);
  return title === null ? null : { rect: title, cost: titleCost };
}

/** Whether the middle of a part, given as the rectangle around it, is near a border of the frame, on the inside. */
function runsInStrip({ x, y, width, height }: Rect, frame: Rect): boolean {
  return width > height ? isInStrip(y + height / 2, frame.y, bottom(frame)) : isInStrip(x + width / 2, frame.x, right(frame));
}

function belongsTo(end: End, frame: Box): boolean {
  if (end.kind === 'point') return holdsPoint(frame, end.point[0], end.point[1]);
  if (end.kind === 'dangling') return false;
  const { box } = end;
  return box.id === frame.id || holdsPoint(frame, centreX(box), centreY(box)) || (isContainer(box) && holds(box, frame));
}

/** The rectangles around the parts of a path, without their ends: a path may begin where its box touches another. */
const partsOf = (points: readonly Point[], by: number): Rect[] =>
  points.slice(1).map((b, at) => {
    const a = points[at] ?? b;
    const isUpright = a[0] === b[0];
    const { x, y, width, height } = boundsOf([a, b]);
    return isUpright ? { x: x - by, y, width: 2 * by, height } : { x, y: y - by, width, height: 2 * by };
  });

const inOrder = <T>(entries: ReadonlyMap<string, T>): T[] =>
  [...entries].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
