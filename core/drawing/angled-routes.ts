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
import { bottom, right } from '../tab/rect.ts';
import { pinsOf } from '../tab/tab-index.ts';
import { type ArrowPath, arrowPath, type PathGround, sameLine } from './arrow-path.ts';
import { PathStage } from './path-stage.ts';
import { endOn } from './terminal.ts';
import type { TrackGround } from './track-segment.ts';
import { TrackStage } from './track-stage.ts';
import { branchesMax } from './trunk.ts';
import { type PathSearch, UntangleStage } from './untangle-stage.ts';

type BoxEntry = {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
  readonly box: Box;
  readonly rect: Rect;
};

/** How often tracks are set apart along both axes. */
const rounds = 2;
/** How often for a group that is untangled. */
const trialRounds = 1;
/** How many arrows away a box or an arrow bears on the sides that another arrow leaves and meets (bundling.ts, trunk.ts). */
const companyDepth = 3;

export class AngledRoutes {
  readonly #elements = new Map<string, Element>();
  readonly #pins = new Pins();
  readonly #boxes = new RBush<BoxEntry>();
  readonly #entries = new Map<string, BoxEntry>();
  readonly #paths: PathStage;
  readonly #stages: readonly (UntangleStage | TrackStage)[];
  readonly #routes = new Map<string, Point[]>();

  constructor() {
    const rectsIn =
      (isWanted: (box: Box) => boolean) =>
      (area: Rect): Rect[] =>
        this.#entriesIn(area).flatMap(({ box, rect }) => (isWanted(box) ? [rect] : []));
    const ground = { wallsIn: rectsIn(canHide), bordersIn: rectsIn(isContainer) };
    const pathGround: PathGround = {
      get: (id) => this.#elements.get(id),
      arrowsAt: (id) => this.#arrowsAt(id),
      boxesIn: (rect) => Iterator.from(this.#entriesIn(rect)).map(({ box }) => box),
    };
    this.#paths = new PathStage(pathGround);
    const search: PathSearch = (path, others) => {
      const arrow = this.#angled(path.id);
      return arrow === null ? path : arrowPath(arrow, pathGround, others);
    };
    this.#stages = [
      new UntangleStage(search, (paths) => settle(paths, trackStages(ground, trialRounds))),
      ...trackStages(ground, rounds),
    ];
  }

  /** The route of an angled arrow; undefined for all other elements. */
  get(id: string): readonly Point[] | undefined {
    return this.#routes.get(id);
  }

  /** Puts elements in the place of what their ids held; null removes one. Returns the arrows whose routes changed. */
  update(changes: ReadonlyMap<string, Element | null>): Set<string> {
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
    this.#put([...ids].map((id) => [id, changes.get(id) ?? null] as const));
    this.#addCompany(ids, arrows);
    for (const id of this.#paths.dependentOn(areas)) arrows.add(id);
    return this.#route(arrows, areas);
  }

  #route(arrows: ReadonlySet<string>, areas: readonly Rect[]): Set<string> {
    let changed = this.#paths.update(new Map(Array.from(arrows, (id) => [id, this.#angled(id)])));
    let input: { get(id: string): ArrowPath | undefined } = this.#paths;
    for (const stage of this.#stages) {
      changed = stage.update(changed, areas, input);
      input = stage;
    }
    return this.#takeRoutes(changed, input);
  }

  #takeRoutes(ids: Iterable<string>, input: { get(id: string): ArrowPath | undefined }): Set<string> {
    const changed = new Set<string>();
    for (const id of ids) {
      const path = input.get(id);
      const [before, route] = [this.#routes.get(id), path === undefined ? undefined : routeAlong(path)];
      if (before !== undefined && route !== undefined && sameLine(before, route)) continue;
      if (route === undefined) this.#routes.delete(id);
      else this.#routes.set(id, route);
      changed.add(id);
    }
    return changed;
  }

  #angled(id: string): Arrow | null {
    const element = this.#elements.get(id);
    return element !== undefined && isArrow(element) && element.line === 'angled' ? element : null;
  }

  #put(changes: readonly (readonly [string, Element | null])[]): void {
    const fresh: BoxEntry[] = [];
    for (const [id, element] of changes) {
      const before = this.#elements.get(id);
      if (before !== undefined && isArrow(before)) this.#pins.remove(before);
      const entry = this.#entries.get(id);
      if (entry !== undefined) this.#boxes.remove(entry);
      this.#entries.delete(id);
      this.#elements.delete(id);
      if (element === null) continue;
      this.#elements.set(id, element);
      if (isArrow(element)) {
        this.#pins.add(element);
        continue;
      }
      const rect = drawnRect(element);
      const added = { minX: rect.x, minY: rect.y, maxX: right(rect), maxY: bottom(rect), box: element, rect };
      this.#entries.set(id, added);
      fresh.push(added);
    }
    this.#boxes.load(fresh);
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

  #entriesIn({ x, y, width, height }: Rect): BoxEntry[] {
    return this.#boxes.search({ minX: x, minY: y, maxX: x + width, maxY: y + height });
  }
}

function trackStages(ground: TrackGround, count: number): TrackStage[] {
  const axes = Array.from({ length: count }, () => [0, 1] as const).flat();
  return [
    new TrackStage(0, ground, 'bends'),
    new TrackStage(1, ground, 'bends'),
    ...axes.map((axis) => new TrackStage(axis, ground, 'tracks')),
  ];
}

/** The lines of a group of paths, their tracks set apart as if no other arrows were there. */
function settle(paths: readonly ArrowPath[], stages: readonly TrackStage[]): Map<string, ArrowPath> {
  const ids = paths.map(({ id }) => id);
  let input: { get(id: string): ArrowPath | undefined } = new Map(paths.map((path) => [path.id, path]));
  for (const stage of stages) {
    stage.update(ids, [], input);
    input = stage;
  }
  return new Map(paths.map((path) => [path.id, input.get(path.id) ?? path]));
}

/** The path with its ends on the outlines of the boxes. */
function routeAlong({ points, start, finish }: ArrowPath): Point[] {
  const route = points.map(([x, y]): Point => [x, y]);
  const last = route.length - 1;
  for (const [index, end] of [
    [0, start],
    [last, finish],
  ] as const) {
    const point = route[index];
    if (end === null || point === undefined) continue;
    const [x, y] = point;
    route[index] = endOn(end.terminal, end.side, end.side === 'left' || end.side === 'right' ? y : x);
  }
  return route;
}
