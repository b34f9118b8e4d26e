/**
 * drawing: everything that the lint's rules look at, kept up to date with the elements of a tab.
 *
 * It is built from all elements at once, or brought up to date with those that changed; both ways end in the same state.
 * What an element bears on is found through indices: the arrows pinned to it or near it, the boxes that it overlaps, the
 * members of a frame. It keeps its own index of places, for the places before a change are needed to undo their effects.
 */
import { type Box, type Element, isArrow, isContainer } from '#schema/element.ts';
import { completed } from '#schema/completed.ts';
import { limits } from '#schema/limits.ts';
import type { Rect } from '#schema/tab.ts';

import { parentsOf } from '../tab/membership.ts';
import type { TabView } from '../tab/view.ts';
import type { Font } from '../text/metrics.ts';
import { tabFont } from '../text/tab-font.ts';
import { ArrowLines, type DrawnLine, isSameLine } from './arrow-lines.ts';
import { Beside } from './beside.ts';
import { CoveringLabels } from './covering-labels.ts';
import { Crossings } from './crossings.ts';
import {
  boxesConcerned,
  changesOf,
  type DrawingChange,
  isLookChange,
  type LookChange,
  noteEdits,
  valuesAfter,
} from './drawing-change.ts';
import { Flow } from './flow-direction.ts';
import type { Footprint } from './footprint.ts';
import { Groups } from './groups.ts';
import { LintElements } from './lint-elements.ts';
import { Marks } from './marks.ts';
import { Merges } from './merges.ts';
import { NamedPairs } from './named-pairs.ts';
import { Overlaps } from './overlaps.ts';
import type { Redrawn } from './redrawn.ts';

/** Looks at containers that finding parents box by box may take; beyond, a pass over the tab costs less. */
const settledOneByOne = 20_000;

export class LintDrawing {
  /** Of the texts that name none. */
  readonly font: Font;
  readonly elements: LintElements;
  readonly lines = new ArrowLines();
  readonly crossings = new Crossings();
  readonly merges = new Merges();
  readonly labels = new CoveringLabels();
  readonly overlaps = new Overlaps();
  readonly groups = new Groups();
  readonly flow = new Flow();
  readonly marks: Marks;
  readonly #beside = new Beside();

  private constructor(font: Font) {
    this.font = font;
    this.elements = new LintElements(font);
    this.marks = new Marks(font);
  }

  /** The drawing of a whole tab. */
  static of = (tab: Pick<TabView, 'elements' | 'settings'>): LintDrawing => completed(LintDrawing.building(tab));

  /** The same in steps, during which the tab stays as it is. */
  static building = (tab: Pick<TabView, 'elements' | 'settings'>): Generator<void, LintDrawing> =>
    new LintDrawing(tabFont(tab.settings)).#build(tab.elements());

  get(id: string): Element | undefined {
    return this.elements.get(id);
  }

  box(id: string): Box | null {
    return this.elements.box(id);
  }

  hasArrows(id: string): boolean {
    return this.elements.pins.has(id);
  }

  obstaclesIn(rect: Rect): Iterable<Box> {
    return this.elements.obstaclesIn(rect);
  }

  boxesIn(rect: Rect): Iterable<Box> {
    return this.elements.boxesIn(rect);
  }

  /** Width and height of everything drawn but arrow labels. */
  size(): { readonly width: number; readonly height: number } {
    return this.elements.extent.size();
  }

  /** Notes an arrow and the area of its line and its label. */
  noteArrow(id: string, footprint: Footprint): void {
    footprint.element(id);
    this.#noteWatched([id], footprint);
  }

  /** Notes an arrow and the boxes that bear on its line and its label. */
  noteBoxesAt(id: string, footprint: Footprint): void {
    footprint.element(id);
    const watched = this.lines.watched(id);
    if (watched !== undefined) footprint.ofBoxes.area(watched);
  }

  /** True if the tab has room for this many more elements. */
  hasRoomFor(added: number): boolean {
    return added <= 0 || this.elements.size + added <= limits.elementsPerTab;
  }

  /**
   * Brings the elements of these ids to what the tab holds; all others must be on the tab as they were. Returns null if no element
   * changed. Notes in the footprint what the change affected, and what it depended on.
   */
  update(tab: Pick<TabView, 'get'>, ids: Iterable<string>, footprint?: Footprint): Redrawn | null {
    const all = changesOf(this.elements, tab, ids);
    if (all.length === 0) return null;
    const changes: DrawingChange[] = [];
    for (const change of all) {
      if (isLookChange(change)) this.#replaceLook(change, footprint);
      else changes.push(change);
    }
    return this.#apply(changes, () => this.elements.drawn.update(valuesAfter(changes), footprint), footprint);
  }

  /** Lines are drawn on boxes as they looked before, which makes no difference. */
  #replaceLook({ id, before, after }: LookChange, footprint?: Footprint): void {
    this.elements.remove(before);
    this.elements.add(after);
    this.marks.replace(before, after);
    footprint?.look(id);
  }

  /** As `update`, for a change that `restore` undoes before any other one. */
  try(
    tab: Pick<TabView, 'get'>,
    ids: Iterable<string>,
    footprint: Footprint,
  ): { readonly redrawn: Redrawn; restore(): void } | null {
    const changes = changesOf(this.elements, tab, ids);
    if (changes.length === 0) return null;
    const { redrawn: arrows, undo } = this.elements.drawn.try(valuesAfter(changes), footprint);
    const redrawn = this.#apply(changes, () => arrows, footprint);
    const restore = (): void => {
      undo.undo();
      const opposite = changes.map(({ id, before, after }) => ({ id, before: after, after: before }));
      this.#apply(opposite, () => arrows);
    };
    return { redrawn, restore };
  }

  *#build(elements: Iterable<Element>): Generator<void, LintDrawing> {
    const { boxes, arrows } = this.elements.load(elements);
    yield;
    for (const element of [...boxes, ...arrows]) this.marks.add(element);
    this.overlaps.judgeAll(boxes.filter(({ id }) => this.hasArrows(id)));
    const parents = parentsOf({ boxes: () => boxes });
    this.#beside.load(boxes, this);
    for (const box of boxes) {
      this.#beside.judge(box.id, this, this.marks);
      this.groups.put(box.id, box, parents.get(box.id) ?? null);
    }
    yield;
    this.lines.load(arrows, this.elements.ground);
    yield;
    for (const line of this.lines.all()) {
      this.#noteArrow(line);
      this.#noteLine(line);
    }
    this.merges.load(this.lines.all());
    this.labels.load(this.lines.all(), this.elements);
    return this;
  }

  /** `draw` draws the arrows and returns those whose lines or labels changed. */
  #apply(changes: readonly DrawingChange[], draw: () => Iterable<string>, footprint?: Footprint): Redrawn {
    const boxIds = boxesConcerned(changes);
    const judgedIds = new Set(boxIds);
    for (const id of boxIds) this.#beside.withdraw(id, this, judgedIds);
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
    for (const { before } of changes) {
      this.#gather(before, lineIds, memberIds);
      if (before === undefined) continue;
      this.elements.remove(before);
      this.marks.remove(before);
    }
    for (const { after } of changes) {
      if (after === undefined) continue;
      this.elements.add(after);
      this.marks.add(after);
    }
    for (const id of draw()) lineIds.add(id);
    for (const { id, after } of changes) {
      this.#gather(after, lineIds, memberIds);
      for (const arrowId of this.elements.pins.arrowsAt(id)) lineIds.add(arrowId);
      memberIds.add(id);
    }

    for (const id of boxIds) {
      const box = this.box(id);
      if (box !== null && this.hasArrows(id)) this.overlaps.admit(box, this);
      this.#beside.admit(id, this, judgedIds);
    }
    for (const id of judgedIds) this.#beside.judge(id, this, this.marks, footprint);
    const before = this.#redraw(lineIds, footprint);
    this.labels.touchTitles(changes, footprint);
    this.labels.refresh(this.elements, footprint);
    const moved = this.#reparent(memberIds);
    for (const id of this.groups.withMembers(moved)) for (const arrowId of this.elements.pins.arrowsAt(id)) lineIds.add(arrowId);
    for (const id of lineIds) this.groups.count(id, this.lines.get(id)?.route.ends ?? null);
    return { ids: new Set([...boxIds, ...lineIds]), overlaps, ...before };
  }

  /** Adds what an element, as it was or as it is, has a bearing on. */
  #gather(element: Element | undefined, lineIds: Set<string>, memberIds: Set<string>): void {
    if (element === undefined) return;
    if (isArrow(element)) {
      lineIds.add(element.id);
      return;
    }
    for (const id of this.lines.touchedBy(element)) lineIds.add(id);
    if (isContainer(element)) for (const { id } of this.boxesIn(element)) memberIds.add(id);
  }

  /** Finds the parents of these boxes, those of many in one pass over all. Returns the boxes whose parent has changed. */
  #reparent(ids: ReadonlySet<string>): string[] {
    if (ids.size * this.elements.containers.size < settledOneByOne)
      return [...ids].filter((id) => this.groups.settle(id, this.box(id), this.elements.containers));
    const parents = parentsOf({ boxes: () => this.elements.boxes() });
    return [...ids].filter((id) => this.groups.put(id, this.box(id), parents.get(id) ?? null));
  }

  /** Draws these arrows again, except those that are gone. */
  #redraw(ids: ReadonlySet<string>, footprint?: Footprint): Pick<Redrawn, 'lines' | 'merges'> {
    const arrows = [...ids].map((id) => this.elements.get(id)).filter((element) => element !== undefined && isArrow(element));
    const lines = new Map<string, DrawnLine>();
    const merges = new NamedPairs();
    if (footprint !== undefined) this.#noteWatched(ids, footprint);
    for (const id of ids) {
      const line = this.lines.get(id);
      if (line !== undefined) lines.set(id, line);
      this.lines.remove(id);
      this.flow.remove(id);
    }
    const drawn = arrows.map((arrow) => this.lines.put(arrow, this.elements.ground));
    const unchanged = new Set(drawn.filter((line) => isSameLine(line, lines.get(line.arrow.id))).map(({ arrow }) => arrow.id));
    for (const id of ids) {
      if (unchanged.has(id)) continue;
      footprint?.element(id);
      this.merges.remove(id, merges);
      this.elements.extent.remove(id);
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
    for (const id of ids) {
      if (this.labels.replace(id, lines.get(id), this.lines.get(id))) footprint?.element(id);
    }
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
    if (line.points.length > 0) this.elements.extent.put(id, line.bounds);
  }
}
