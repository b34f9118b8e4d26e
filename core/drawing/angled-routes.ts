/**
 * The routes of all angled arrows of a tab, kept up to date with its elements. SPEC.md has the rules.
 *
 * A pipeline of stages: the path of each arrow on its own, then tracks for the upright and the level parts in turn. Each
 * stage keeps its results and passes on only those that changed.
 */
import RBush from 'rbush';

import { type Arrow, type Element, isArrow, type Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { type ArrowPath, onOutlines, pathOf, plainPath, requestOf, sameLine } from './arrow-path.ts';
import { type Bounds, boundsFrom, insertAll, unionOf } from './bounds.ts';
import type { Dependencies } from './dependencies.ts';
import { DrawingGround, type GroundChange } from './drawing-ground.ts';
import { areCramped } from './cramped-tracks.ts';
import { groupTracks } from './group-tracks.ts';
import { PathStage } from './path-stage.ts';
import { SegmentCache } from './segment-cache.ts';
import { trackArea } from './track-segment.ts';
import { TrackStage } from './track-stage.ts';
import { keepEntry, type UndoLog } from './undo-log.ts';
import { UntangleStage } from './untangle-stage.ts';

/** What the path and the tracks of one arrow cost, in elements looked at. */
const arrowCost = 15;

type PathInput = { get(id: string): ArrowPath | undefined };
type Bearing = Bounds & { readonly id: string };

export class AngledRoutes {
  readonly #ground: DrawingGround;
  /** False: the tab has had no angled arrow yet. */
  #isStarted = false;
  readonly #segments: SegmentCache;
  readonly #paths: PathStage;
  readonly #untangled: UntangleStage;
  readonly #tracks: readonly TrackStage[];
  readonly #routes = new Map<string, Point[]>();
  /** Within these areas boxes have a bearing on the tracks of an arrow. */
  readonly #bearings = new RBush<Bearing>();
  readonly #bearingOf = new Map<string, Bearing>();

  constructor(ground = new DrawingGround()) {
    this.#ground = ground;
    this.#segments = new SegmentCache({
      wallsIn: (rect) => ground.wallsIn(rect),
      bordersIn: (rect) => ground.framesIn(rect),
    });
    this.#paths = new PathStage(this.#ground);
    this.#untangled = new UntangleStage({
      search: (path, others, taken) => this.#paths.search(path, others, taken),
      settle: (paths) => groupTracks(paths, this.#segments),
      areCramped: (a, b) => areCramped(a, b, this.#segments),
    });
    this.#tracks = trackStages(this.#segments);
  }

  /** The route of an angled arrow; undefined for all other elements. */
  get(id: string): readonly Point[] | undefined {
    return this.#routes.get(id);
  }

  /** The route of an arrow; of one that is not on the tab as it is, the route that it would have if no others were there. */
  routeOf(arrow: Arrow, dependencies?: Dependencies): readonly Point[] {
    const route = this.#ground.get(arrow.id) === arrow ? this.#routes.get(arrow.id) : undefined;
    if (route !== undefined) return route;
    const ground = dependencies === undefined ? this.#ground : this.#ground.noting(dependencies);
    const request = requestOf(arrow, ground);
    return routeAlong(request === null ? plainPath(arrow, ground) : pathOf(request, ground));
  }

  /** About what routing again the arrows that boxes or lines in these areas affect costs, in elements looked at. */
  costIn(areas: readonly Rect[]): number {
    const arrows = new Set(areas.flatMap((area) => this.#bearings.search(boundsFrom(area))));
    return arrows.size * arrowCost + this.#untangled.costIn(areas);
  }

  /** Puts elements in the place of what their ids held; null removes one. Returns the arrows whose routes changed. */
  update(changes: ReadonlyMap<string, Element | null>, undo?: UndoLog): Set<string> {
    if (this.#isStarted || this.#ground.isIndexed || undo !== undefined)
      return this.reroute(this.#ground.replace(changes, undo), undefined, undo);
    this.#ground.take(changes);
    return this.start();
  }

  /** Routes all angled arrows of a ground that was filled without this. Returns them. */
  start(): Set<string> {
    const ids = new Set<string>();
    for (const arrow of this.#ground.arrows()) if (isAngled(arrow)) ids.add(arrow.id);
    if (ids.size === 0) return ids;
    this.#isStarted = true;
    return this.#route(ids, []);
  }

  /** Brings the routes up to date with a change of the ground. Returns the arrows whose routes changed. */
  reroute({ arrows, areas }: GroundChange, dependencies?: Dependencies, undo?: UndoLog): Set<string> {
    this.#isStarted ||= Iterator.from(arrows).some((id) => this.#angled(id) !== null);
    return this.#isStarted ? this.#route(arrows, areas, dependencies, undo) : new Set();
  }

  #route(arrows: ReadonlySet<string>, areas: readonly Rect[], dependencies?: Dependencies, undo?: UndoLog): Set<string> {
    const found = this.#paths.update(new Map(Array.from(arrows, (id) => [id, this.#angled(id)])), areas, dependencies, undo);
    const ids = this.#untangled.update(found, areas, this.#paths, dependencies, undo);
    for (const area of areas) for (const { id } of this.#bearings.search(boundsFrom(area))) ids.add(id);
    let input: PathInput = this.#untangled;
    let changed: ReadonlySet<string> = ids;
    for (const stage of this.#tracks) {
      changed = stage.update(ids, input, dependencies, undo);
      for (const id of changed) ids.add(id);
      input = stage;
    }
    this.#segments.clear();
    this.#takeBearings(ids, dependencies, undo);
    return this.#takeRoutes(ids, input, undo);
  }

  #takeBearings(ids: ReadonlySet<string>, dependencies?: Dependencies, undo?: UndoLog): void {
    const isEmpty = this.#bearingOf.size === 0;
    const fresh: Bearing[] = [];
    for (const id of ids) {
      const before = this.#bearingOf.get(id);
      let bounds: Bounds | null = null;
      for (const stage of [this.#untangled, ...this.#tracks]) {
        const path = stage.get(id);
        if (path === undefined || path.start === null || path.points.length === 0) continue;
        const own = boundsFrom(trackArea(path));
        bounds = bounds === null ? own : unionOf(bounds, own);
      }
      if (before !== undefined) {
        dependencies?.area(before);
        this.#bearings.remove(before);
        undo?.add(() => this.#bearings.insert(before));
      }
      keepEntry(this.#bearingOf, id, undo);
      this.#bearingOf.delete(id);
      if (bounds === null) continue;
      const bearing = { ...bounds, id };
      dependencies?.area(bearing);
      undo?.add(() => this.#bearings.remove(bearing));
      this.#bearingOf.set(id, bearing);
      fresh.push(bearing);
    }
    insertAll(this.#bearings, fresh, isEmpty);
  }

  #takeRoutes(ids: Iterable<string>, input: PathInput, undo?: UndoLog): Set<string> {
    const changed = new Set<string>();
    for (const id of ids) {
      const path = input.get(id);
      const [before, route] = [this.#routes.get(id), path === undefined ? undefined : routeAlong(path)];
      if (before !== undefined && route !== undefined && sameLine(before, route)) continue;
      keepEntry(this.#routes, id, undo);
      if (route === undefined) this.#routes.delete(id);
      else this.#routes.set(id, route);
      changed.add(id);
    }
    return changed;
  }

  #angled(id: string): Arrow | null {
    const arrow = this.#ground.arrow(id);
    return arrow !== undefined && isAngled(arrow) ? arrow : null;
  }
}

/** Tracks are set apart twice, as each pass changes how far the segments of the other reach; after that only where two share one. */
function trackStages(segments: SegmentCache): TrackStage[] {
  const pass = (earlier: readonly TrackStage[], keepsDistinct: boolean): TrackStage[] =>
    ([0, 1] as const).map((axis) => new TrackStage(axis, segments, earlier[axis] ?? null, keepsDistinct));
  const first = pass([], false);
  const second = pass(first, false);
  const third = pass(second, true);
  const fourth = pass(third, true);
  return [...first, ...second, ...third, ...fourth, ...pass(fourth, true)];
}

const isAngled = (element: Element): element is Arrow => isArrow(element) && element.line === 'angled';

const routeAlong = ({ points, start, finish }: ArrowPath): Point[] => onOutlines(points, start, finish);
