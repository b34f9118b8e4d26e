/**
 * The routes of all angled arrows of a tab, kept up to date with its elements. SPEC.md has the rules.
 *
 * A pipeline of stages: the path of each arrow on its own, then tracks for the upright and the level parts in turn. Each
 * stage keeps its results and passes on only those that changed.
 */
import RBush from 'rbush';

import { type Arrow, type Box, type Element, isArrow, isContainer, type Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { drawnRect } from '../arrows/drawn-rect.ts';
import { canHide } from '../arrows/obstacles.ts';
import { Pins } from '../arrows/pins.ts';
import type { Container } from '../tab/membership.ts';
import { PlaceIndex } from '../tab/place-index.ts';
import { pinsOf } from '../tab/tab-index.ts';
import { type ArrowPath, onOutlines, type PathGround, pathOf, plainPath, requestOf, sameLine } from './arrow-path.ts';
import { type Bounds, boundsFrom, insertAll, unionOf } from './bounds.ts';
import type { Dependencies } from './dependencies.ts';
import { groupTracks } from './group-tracks.ts';
import { PathStage } from './path-stage.ts';
import { SegmentCache } from './segment-cache.ts';
import { trackArea } from './track-segment.ts';
import { TrackStage } from './track-stage.ts';
import { branchesMax } from './trunk.ts';
import { keepEntry, UndoLog } from './undo-log.ts';
import { UntangleStage } from './untangle-stage.ts';

/** How many arrows away a box or an arrow bears on the sides that another arrow leaves and meets (bundling.ts, trunk.ts). */
const companyDepth = 3;

/** What the path and the tracks of one arrow cost, in elements looked at. */
const arrowCost = 15;

type PathInput = { get(id: string): ArrowPath | undefined };
type Bearing = Bounds & { readonly id: string };

export class AngledRoutes {
  readonly #elements = new Map<string, Element>();
  /** False: the tab has had no angled arrow yet, and nothing but its elements is kept. */
  #isIndexed = false;
  readonly #pins = new Pins();
  /** Boxes as they are drawn: upright rectangles around those that are turned. */
  readonly #walls = new PlaceIndex<Box>();
  readonly #frames = new PlaceIndex<Container>();
  readonly #ground: PathGround;
  readonly #segments: SegmentCache;
  readonly #paths: PathStage;
  readonly #untangled: UntangleStage;
  readonly #tracks: readonly TrackStage[];
  readonly #routes = new Map<string, Point[]>();
  /** Within these areas boxes have a bearing on the tracks of an arrow. */
  readonly #bearings = new RBush<Bearing>();
  readonly #bearingOf = new Map<string, Bearing>();

  constructor() {
    this.#segments = new SegmentCache({
      wallsIn: (rect) => this.#walls.listIn(rect),
      bordersIn: (rect) => this.#frames.listIn(rect),
    });
    this.#ground = {
      get: (id) => this.#elements.get(id),
      arrowsAt: (id) => this.#arrowsAt(id),
      wallsIn: (rect, most) => this.#walls.listIn(rect, most),
      framesIn: (rect, most) => this.#frames.listIn(rect, most),
    };
    this.#paths = new PathStage(this.#ground);
    this.#untangled = new UntangleStage(
      (path, others) => this.#paths.search(path, others),
      (paths) => groupTracks(paths, this.#segments),
    );
    const first = ([0, 1] as const).map((axis) => new TrackStage(axis, this.#segments, null));
    this.#tracks = [...first, ...([0, 1] as const).map((axis) => new TrackStage(axis, this.#segments, first[axis] ?? null))];
  }

  /** The route of an angled arrow; undefined for all other elements. */
  get(id: string): readonly Point[] | undefined {
    return this.#routes.get(id);
  }

  /** The route of an arrow; of one that is not on the tab as it is, the route that it would have if no others were there. */
  routeOf(arrow: Arrow, dependencies?: Dependencies): readonly Point[] {
    const route = this.#elements.get(arrow.id) === arrow ? this.#routes.get(arrow.id) : undefined;
    if (route !== undefined) return route;
    this.#indexAll();
    const ground = dependencies === undefined ? this.#ground : notingGround(this.#ground, dependencies);
    const request = requestOf(arrow, ground);
    return routeAlong(request === null ? plainPath(arrow, ground) : pathOf(request, ground));
  }

  /** About what routing again the arrows that boxes or lines in these areas affect costs, in elements looked at. */
  costIn(areas: readonly Rect[]): number {
    const arrows = new Set(areas.flatMap((area) => this.#bearings.search(boundsFrom(area))));
    return arrows.size * arrowCost + this.#untangled.costIn(areas);
  }

  /** Puts elements in the place of what their ids held; null removes one. Returns the arrows whose routes changed. */
  update(changes: ReadonlyMap<string, Element | null>, dependencies?: Dependencies): Set<string> {
    if (this.#isIndexed) return this.#update(changes, dependencies);
    let hasAngled = false;
    for (const [id, element] of changes) {
      if (element === null) this.#elements.delete(id);
      else this.#elements.set(id, element);
      hasAngled ||= element !== null && isAngled(element);
    }
    if (!hasAngled) return new Set();
    this.#indexAll();
    return this.#route(
      new Set(
        Iterator.from(this.#elements.values())
          .filter(isAngled)
          .map(({ id }) => id),
      ),
      [],
      dependencies,
    );
  }

  /** As `update`, for a change that is undone before any other one. */
  try(changes: ReadonlyMap<string, Element | null>, dependencies: Dependencies): { rerouted: Set<string>; undo: UndoLog } {
    this.#indexAll();
    const undo = new UndoLog();
    return { rerouted: this.#update(changes, dependencies, undo), undo };
  }

  #indexAll(): void {
    if (this.#isIndexed) return;
    this.#isIndexed = true;
    this.#put(this.#elements);
  }

  #update(changes: ReadonlyMap<string, Element | null>, dependencies?: Dependencies, undo?: UndoLog): Set<string> {
    const ids = new Set<string>();
    const areas: Rect[] = [];
    for (const [id, element] of changes) {
      const before = this.#elements.get(id) ?? null;
      if (before === element) continue;
      for (const one of [before, element]) if (one !== null && !isArrow(one)) areas.push(drawnRect(one));
      ids.add(id);
    }
    const arrows = new Set<string>();
    this.#addCompany(ids, arrows);
    const replaced = Array.from(ids, (id) => [id, this.#elements.get(id) ?? null] as const);
    undo?.add(() => {
      for (const id of ids) this.#forget(id);
      this.#put(replaced);
    });
    for (const id of ids) this.#forget(id);
    this.#put(Iterator.from(ids).map((id) => [id, changes.get(id) ?? null] as const));
    this.#addCompany(ids, arrows);
    return this.#route(arrows, areas, dependencies, undo);
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
    const element = this.#elements.get(id);
    return element !== undefined && isAngled(element) ? element : null;
  }

  #forget(id: string): void {
    const before = this.#elements.get(id);
    if (before !== undefined && isArrow(before)) this.#pins.remove(before);
    this.#walls.remove(id);
    this.#frames.remove(id);
    this.#elements.delete(id);
  }

  #put(changes: Iterable<readonly [string, Element | null]>): void {
    const [walls, frames]: [Box[], Container[]] = [[], []];
    for (const [id, element] of changes) {
      if (element === null) continue;
      this.#elements.set(id, element);
      if (isArrow(element)) {
        this.#pins.add(element);
        continue;
      }
      const upright = (element.rotation ?? 0) % 360 === 0 ? element : { ...element, ...drawnRect(element), rotation: 0 };
      if (isContainer(upright)) frames.push(upright);
      else if (canHide(upright)) walls.push(upright);
    }
    addAll(this.#walls, walls);
    addAll(this.#frames, frames);
  }

  /** Adds the arrows whose sides depend on these elements. */
  #addCompany(ids: ReadonlySet<string>, arrows: Set<string>): void {
    let open = new Set<string>();
    for (const id of ids) {
      const element = this.#elements.get(id);
      if (element === undefined) continue;
      if (isArrow(element)) open.add(id);
      for (const arrow of this.#pins.arrowsAt(id)) open.add(arrow);
      if (isArrow(element)) for (const arrow of this.#pins.siblingsOf(element)) open.add(arrow);
    }
    const looked = new Set<string>();
    for (let depth = 1; depth <= companyDepth; depth += 1) {
      const next = new Set<string>();
      for (const id of open) {
        arrows.add(id);
        const arrow = this.#elements.get(id);
        if (arrow === undefined || !isArrow(arrow) || depth === companyDepth) continue;
        for (const pin of pinsOf(arrow)) {
          if (looked.has(pin)) continue;
          looked.add(pin);
          const company = this.#pins.arrowsAt(pin);
          if (company.size <= branchesMax) for (const other of company) if (!arrows.has(other)) next.add(other);
        }
      }
      open = next;
    }
  }

  *#arrowsAt(id: string): Generator<Arrow> {
    for (const arrowId of this.#pins.arrowsAt(id)) {
      const arrow = this.#elements.get(arrowId);
      if (arrow !== undefined && isArrow(arrow)) yield arrow;
    }
  }
}

const isAngled = (element: Element): element is Arrow => isArrow(element) && element.line === 'angled';

function addAll<T extends Box>(index: PlaceIndex<T>, boxes: readonly T[]): void {
  if (index.size === 0) index.load(boxes);
  else for (const box of boxes) index.add(box);
}

const routeAlong = ({ points, start, finish }: ArrowPath): Point[] => onOutlines(points, start, finish);

/** The ground of a search that notes what it reads. */
const notingGround = (ground: PathGround, dependencies: Dependencies): PathGround => ({
  get: (id) => {
    dependencies.element(id);
    return ground.get(id);
  },
  arrowsAt: (id) => {
    dependencies.element(id);
    return ground.arrowsAt(id);
  },
  wallsIn: (rect, most) => {
    dependencies.area(boundsFrom(rect));
    return ground.wallsIn(rect, most);
  },
  framesIn: (rect, most) => {
    dependencies.area(boundsFrom(rect));
    return ground.framesIn(rect, most);
  },
});
