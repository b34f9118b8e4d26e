/**
 * drawing: everything that the lint's rules look at, kept up to date with the elements of a tab.
 *
 * It is built from all elements at once, or brought up to date with those that changed; both ways end in the same state.
 * What an element bears on is found through indices: the arrows pinned to it or near it, the boxes that it overlaps, the
 * members of a frame. It keeps its own index of places, for the places before a change are needed to undo their effects.
 */
import type { Edit } from '#schema/changeset.ts';
import { type Arrow, type Box, type Element, isArrow, isContainer } from '#schema/element.ts';
import { slugOf } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import type { Rect } from '#schema/tab.ts';
import { jsonEqual } from '#schema/json-equal.ts';

import { bundleMax } from '../arrows/bundling.ts';
import { AngledRoutes } from '../drawing/angled-routes.ts';
import { sameLine } from '../drawing/arrow-path.ts';
import { canHide } from '../arrows/obstacles.ts';
import { alone, type ParallelPlace, parallelPlaceOf, parallelPlacesOf } from '../arrows/parallel-offset.ts';
import { type Container, parentsOf } from '../tab/membership.ts';
import { PlaceIndex } from '../tab/place-index.ts';
import { hullOf } from '../tab/rect.ts';
import { pinsOf } from '../tab/tab-index.ts';
import type { TabView } from '../tab/view.ts';
import { Crossings } from './crossings.ts';
import { boxesConcerned, type DrawingChange } from './drawing-change.ts';
import { drawnRect } from '../arrows/drawn-rect.ts';
import { DrawnExtent } from './extent.ts';
import type { Footprint } from './footprint.ts';
import { Flow } from './flow-direction.ts';
import { Groups } from './groups.ts';
import { type DrawnLine, type LineObstacles, ArrowLines } from './arrow-lines.ts';
import { Marks } from './marks.ts';
import { Merges } from './merges.ts';
import { NamedPairs } from './named-pairs.ts';
import { Overlaps } from './overlaps.ts';
import type { Redrawn } from './redrawn.ts';
import type { Tally } from './tally.ts';
import { Pins } from '../arrows/pins.ts';

/** Looks at containers that finding parents box by box may take; beyond, a pass over the tab costs less. */
const settledOneByOne = 20_000;
/** Elements that may be added before a tab is full. */
const roomMin = 16;

export class LintDrawing {
  readonly #elements = new Map<string, Element>();
  readonly #containers = new PlaceIndex<Container>();
  readonly #pins = new Pins();
  readonly #extent = new DrawnExtent();
  readonly #angled = new AngledRoutes();
  /** What arrows and their labels keep clear of, and what they do not. */
  readonly obstacles = new PlaceIndex<Box>();
  readonly #backdrops = new PlaceIndex<Box>();
  readonly lines = new ArrowLines();
  readonly crossings = new Crossings();
  readonly merges = new Merges();
  readonly overlaps = new Overlaps();
  readonly groups = new Groups();
  readonly flow = new Flow();
  readonly marks = new Marks();

  /** The drawing of a whole tab. */
  static of(tab: Pick<TabView, 'elements'>): LintDrawing {
    const drawing = new LintDrawing();
    drawing.#build(tab.elements());
    return drawing;
  }

  get(id: string): Element | undefined {
    return this.#elements.get(id);
  }

  /** The box of this id; null when there is none. */
  box(id: string): Box | null {
    const element = this.#elements.get(id);
    return element === undefined || isArrow(element) ? null : element;
  }

  hasArrows(id: string): boolean {
    return this.#pins.has(id);
  }

  *boxesIn(rect: Rect): Generator<Box> {
    yield* this.obstacles.boxesIn(rect);
    yield* this.#backdrops.boxesIn(rect);
  }

  /** What the route of an arrow is drawn on: it looks at no other boxes. */
  readonly ground: LineObstacles = {
    get: (id) => this.#elements.get(id),
    arrowsAt: (id) => this.arrowsAt(id),
    boxesIn: (rect) => this.obstacles.boxesIn(rect),
    angledRoute: (arrow) => this.#angled.routeOf(arrow),
    obstacles: this.obstacles,
  };

  /** The same, noting what is read of it. What is read of the obstacles is within the bounds of the route. */
  groundNoting(footprint: Footprint): LineObstacles {
    const { ground } = this;
    return {
      ...ground,
      get: (id) => {
        footprint.element(id);
        return ground.get(id);
      },
      arrowsAt: (id) => {
        footprint.element(id);
        return ground.arrowsAt(id);
      },
      boxesIn: (rect) => {
        footprint.rect(rect);
        return ground.boxesIn(rect);
      },
      angledRoute: (arrow) => this.#angled.routeOf(arrow, footprint),
    };
  }

  /** The place of an arrow among those between the same two elements. */
  spreadOf(arrow: Arrow): ParallelPlace {
    return parallelPlaceOf(arrow, this);
  }

  /** Arrows pinned to the element at either end, each once. */
  *arrowsAt(id: string): Generator<Arrow> {
    for (const arrowId of this.#pins.arrowsAt(id)) {
      const arrow = this.#elements.get(arrowId);
      if (arrow !== undefined && isArrow(arrow)) yield arrow;
    }
  }

  /** Width and height of everything drawn but arrow labels. */
  size(): { readonly width: number; readonly height: number } {
    return this.#extent.size();
  }

  /** Notes an arrow and the area of its line and its label. */
  noteArrow(id: string, footprint: Footprint): void {
    footprint.element(id);
    this.#noteWatched([id], footprint);
  }

  tally(): Tally {
    const { connected, isolated } = this.marks;
    const { lines, crossings } = this;
    return {
      arrows: lines.size,
      parts: crossings.parts,
      crossings: crossings.count(),
      connected: connected.size,
      isolated: isolated.size,
    };
  }

  /** True if it is so far from every limit that a small change has the same effect wherever else something changes. */
  get isRoomy(): boolean {
    return this.merges.isRoomy && this.#elements.size < limits.elementsPerTab - roomMin;
  }

  /**
   * Brings the elements of these ids to what the tab holds; all others must be on the tab as they were. Returns null if no element
   * changed. Notes in the footprint what the change affected, and what it depended on.
   */
  update(tab: Pick<TabView, 'get'>, ids: Iterable<string>, footprint?: Footprint): Redrawn | null {
    const changes = this.#changes(tab, ids);
    if (changes.length === 0) return null;
    return this.#apply(changes, () => this.#angled.update(valuesAfter(changes), footprint), footprint);
  }

  #changes(tab: Pick<TabView, 'get'>, ids: Iterable<string>): DrawingChange[] {
    const changes: DrawingChange[] = [];
    for (const id of new Set(ids)) {
      const [before, after] = [this.#elements.get(id), tab.get(id)];
      if (before === after || (before !== undefined && after !== undefined && areDrawnAlike(before, after))) continue;
      changes.push({ id, before, after });
    }
    return changes;
  }

  /** As `update`, for a change that `restore` undoes before any other one. */
  try(
    tab: Pick<TabView, 'get'>,
    ids: Iterable<string>,
    footprint: Footprint,
  ): { readonly redrawn: Redrawn; restore(): void } | null {
    const changes = this.#changes(tab, ids);
    if (changes.length === 0) return null;
    const { rerouted, undo } = this.#angled.try(valuesAfter(changes), footprint);
    const redrawn = this.#apply(changes, () => rerouted, footprint);
    const restore = (): void => {
      undo.undo();
      const opposite = changes.map(({ id, before, after }) => ({ id, before: after, after: before }));
      this.#apply(opposite, () => rerouted);
    };
    return { redrawn, restore };
  }

  /** About how many other elements an update by these edits looks at; counts little further than `most`. */
  looksFor(edits: readonly Edit[], most: number, footprint: Footprint): number {
    noteEdits(edits, footprint);
    let looks = edits.length;
    for (const { id, before, after } of edits) {
      looks += this.#pins.arrowsAt(id).size;
      for (const element of [before, after]) {
        if (looks > most) return looks;
        if (element === null) continue;
        if (isArrow(element)) looks += this.#pins.siblingsOf(element).size;
        else for (const _ of this.boxesIn(element)) if ((looks += 1) > most) return looks;
        if (!isArrow(element)) for (const _ of this.lines.touchedBy(element)) if ((looks += 1) > most) return looks;
      }
    }
    return looks;
  }

  /** About what routing angled arrows again after these edits costs, in looks. */
  routingCostOf(edits: readonly Edit[]): number {
    const areas: Rect[] = [];
    for (const { before, after } of edits) {
      for (const element of [before, after]) {
        if (element === null) continue;
        const boxes = isArrow(element) ? pinsOf(element).map((id) => this.box(id)) : [element];
        const area = hullOf(boxes.filter((box) => box !== null));
        if (area !== null && (!isArrow(element) || element.line === 'angled')) areas.push(area);
      }
    }
    return this.#angled.costIn(areas);
  }

  #build(elements: Iterable<Element>): void {
    const [boxes, arrows, containers]: [Box[], Arrow[], Container[]] = [[], [], []];
    for (const element of elements) {
      this.#elements.set(element.id, element);
      this.marks.add(element);
      if (isArrow(element)) {
        arrows.push(element);
        this.#pins.add(element);
        continue;
      }
      boxes.push(element);
      this.#extent.put(element.id, drawnRect(element));
      if (isContainer(element)) containers.push(element);
    }
    this.obstacles.load(boxes.filter(canHide));
    this.#backdrops.load(boxes.filter((box) => !canHide(box)));
    this.#containers.load(containers);
    const judged = boxes.filter(({ id }) => this.#pins.has(id));
    this.overlaps.judgeAll(judged);
    const parents = parentsOf({ boxes: () => boxes });
    for (const box of boxes) {
      this.marks.connect(box.id, box, this.#pins.has(box.id));
      this.groups.put(box.id, box, parents.get(box.id) ?? null);
    }
    this.#angled.update(this.#elements);
    const spreads = parallelPlacesOf(arrows);
    this.lines.load(arrows, ({ id }) => spreads.get(id) ?? alone, this.ground);
    for (const line of this.lines.all()) {
      this.#noteArrow(line);
      this.#noteLine(line);
    }
    this.merges.load(this.lines.all());
  }

  /** `route` routes the angled arrows and returns those whose routes changed. */
  #apply(changes: readonly DrawingChange[], route: () => Iterable<string>, footprint?: Footprint): Redrawn {
    const boxIds = boxesConcerned(changes);
    const lineIds = new Set<string>();
    const memberIds = new Set<string>();
    const overlaps = new NamedPairs();
    for (const id of boxIds) this.overlaps.withdraw(id, this, overlaps);
    if (footprint !== undefined) {
      noteEdits(
        changes.map(({ id, before, after }) => ({ id, before: before ?? null, after: after ?? null })),
        footprint,
      );
    }
    for (const { id, before, after } of changes) {
      this.#gather(before, lineIds, memberIds);
      for (const element of [before, after]) this.#gatherCompany(element, lineIds);
      if (before !== undefined) this.#forget(id, before);
    }
    for (const { after } of changes) if (after !== undefined) this.#note(after);
    for (const id of route()) lineIds.add(id);
    for (const { id, after } of changes) {
      this.#gather(after, lineIds, memberIds);
      this.#gatherCompany(after, lineIds);
      for (const arrowId of this.#pins.arrowsAt(id)) lineIds.add(arrowId);
      memberIds.add(id);
    }

    for (const id of boxIds) {
      const box = this.box(id);
      const hasArrows = this.#pins.has(id);
      this.marks.connect(id, box, hasArrows);
      if (box !== null && hasArrows) this.overlaps.admit(box, this);
      footprint?.element(id);
      if (box !== null) footprint?.rect(box);
    }
    const before = this.#redraw(lineIds, footprint);
    const moved = this.#reparent(memberIds);
    for (const id of this.groups.withMembers(moved)) for (const arrowId of this.#pins.arrowsAt(id)) lineIds.add(arrowId);
    for (const id of lineIds) this.groups.count(id, this.lines.get(id)?.route.ends ?? null);
    return { ids: new Set([...boxIds, ...lineIds]), overlaps, ...before };
  }

  /** Adds what an element, as it was or as it is, has a bearing on. */
  #gather(element: Element | undefined, lineIds: Set<string>, memberIds: Set<string>): void {
    if (element === undefined) return;
    if (isArrow(element)) {
      for (const id of this.#pins.siblingsOf(element)) lineIds.add(id);
      lineIds.add(element.id);
      return;
    }
    for (const id of this.lines.touchedBy(element)) lineIds.add(id);
    if (isContainer(element)) for (const { id } of this.boxesIn(element)) memberIds.add(id);
  }

  /** Adds the arrows whose sides are a matter of an arrow, or of a box that arrows lead to or come from (company.ts). */
  #gatherCompany(element: Element | undefined, lineIds: Set<string>): void {
    if (element === undefined) return;
    const arrows = isArrow(element) ? [element] : this.arrowsAt(element.id);
    for (const arrow of arrows) {
      for (const pin of pinsOf(arrow)) {
        const company = this.#pins.arrowsAt(pin);
        if (company.size <= bundleMax + 1) for (const id of company) lineIds.add(id);
      }
    }
  }

  #forget(id: string, element: Element): void {
    this.#elements.delete(id);
    this.marks.remove(element);
    if (isArrow(element)) {
      this.#pins.remove(element);
      return;
    }
    this.obstacles.remove(id);
    this.#backdrops.remove(id);
    this.#containers.remove(id);
    this.#extent.remove(id);
  }

  #note(element: Element): void {
    this.#elements.set(element.id, element);
    this.marks.add(element);
    if (isArrow(element)) {
      this.#pins.add(element);
      return;
    }
    (canHide(element) ? this.obstacles : this.#backdrops).add(element);
    if (isContainer(element)) this.#containers.add(element);
    this.#extent.put(element.id, drawnRect(element));
  }

  /** Finds the parents of these boxes, those of many in one pass over all. Returns the boxes whose parent has changed. */
  #reparent(ids: ReadonlySet<string>): string[] {
    if (ids.size * this.#containers.size < settledOneByOne)
      return [...ids].filter((id) => this.groups.settle(id, this.box(id), this.#containers));
    const parents = parentsOf({ boxes: () => this.#boxes() });
    return [...ids].filter((id) => this.groups.put(id, this.box(id), parents.get(id) ?? null));
  }

  *#boxes(): Generator<Box> {
    for (const element of this.#elements.values()) if (!isArrow(element)) yield element;
  }

  /** Draws these arrows again, except those that are gone. */
  #redraw(ids: ReadonlySet<string>, footprint?: Footprint): Pick<Redrawn, 'lines' | 'merges'> {
    const arrows = [...ids].map((id) => this.#elements.get(id)).filter((element) => element !== undefined && isArrow(element));
    const siblings = new Set(arrows.flatMap((arrow) => [...this.#pins.siblingsOf(arrow)]));
    const spreads = parallelPlacesOf(
      [...siblings].map((id) => this.#elements.get(id)).filter((one) => one !== undefined && isArrow(one)),
    );
    const lines = new Map<string, DrawnLine>();
    const merges = new NamedPairs();
    if (footprint !== undefined) this.#noteWatched(ids, footprint);
    for (const id of ids) {
      const line = this.lines.get(id);
      if (line !== undefined) lines.set(id, line);
      this.lines.remove(id);
      this.flow.remove(id);
    }
    const drawn = arrows.map((arrow) => this.lines.put(arrow, spreads.get(arrow.id) ?? alone, this.ground));
    const unchanged = new Set(drawn.filter((line) => isSameLine(line, lines.get(line.arrow.id))).map(({ arrow }) => arrow.id));
    for (const id of ids) {
      if (unchanged.has(id)) continue;
      this.merges.remove(id, merges);
      this.#extent.remove(id);
      this.crossings.remove(id);
    }
    for (const line of drawn) {
      const { id } = line.arrow;
      this.#noteArrow(line);
      if (unchanged.has(id)) continue;
      this.#noteLine(line);
      this.merges.put(line);
    }
    this.merges.refresh();
    if (footprint !== undefined) this.#noteWatched(ids, footprint);
    return { lines, merges };
  }

  #noteWatched(ids: Iterable<string>, footprint: Footprint): void {
    for (const id of ids) {
      const watched = this.lines.watched(id);
      if (watched !== undefined) footprint.area(watched);
    }
  }

  #noteArrow({ arrow, route }: DrawnLine): void {
    this.flow.put(arrow, route.ends);
    this.groups.count(arrow.id, route.ends);
  }

  #noteLine(line: DrawnLine): void {
    const { id } = line.arrow;
    this.crossings.put(id, line);
    if (line.points.length > 0) this.#extent.put(id, line.bounds);
  }
}

const valuesAfter = (changes: readonly DrawingChange[]): Map<string, Element | null> =>
  new Map(changes.map(({ id, after }) => [id, after ?? null]));

/** True if a line was drawn before as it is now, between the same elements. */
const isSameLine = ({ arrow, points }: DrawnLine, before: DrawnLine | undefined): boolean =>
  before !== undefined &&
  jsonEqual(arrow.from, before.arrow.from) &&
  jsonEqual(arrow.to, before.arrow.to) &&
  sameLine(points, before.points);

/** Notes the elements, what arrows are pinned to, and where boxes are and were. */
function noteEdits(edits: Iterable<Pick<Edit, 'id' | 'before' | 'after'>>, footprint: Footprint): void {
  for (const { id, before, after } of edits) {
    footprint.element(id);
    if (before === null || after === null) footprint.slug(slugOf(id));
    for (const element of [before, after]) {
      if (element === null) continue;
      if (isArrow(element)) for (const pin of pinsOf(element)) footprint.element(pin);
      else for (const rect of [element, drawnRect(element)]) footprint.rect(rect);
    }
  }
}

/** Nothing that lint looks at depends on a note. */
const areDrawnAlike = (a: Element, b: Element): boolean => jsonEqual({ ...a, note: undefined }, { ...b, note: undefined });
