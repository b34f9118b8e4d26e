/**
 * tab-index: the elements of a tab with every index that the core needs.
 *
 * A room keeps one per tab and updates it with each write; reads and drafts share it. Indices that only writing needs (labels,
 * stacking) are built on first use and maintained from then on.
 */
import RBush from 'rbush';

import { type Arrow, type Box, type Element, isArrow, isPinned } from '#schema/element.ts';
import type { Rect, Skipped, TabSettings, TabState } from '#schema/tab.ts';

import { foldCase } from './fold.ts';
import { Followers } from './followers.ts';
import { refOf } from './ref.ts';
import { SortedStrings } from './sorted-strings.ts';
import { StackIndex } from './stack-index.ts';
import type { TabFollower, TabView } from './view.ts';

type IndexedTabBox = { minX: number; minY: number; maxX: number; maxY: number; box: Box };

export class TabIndex implements TabView {
  #settings: TabSettings;
  #skipped: readonly Skipped[];
  readonly #elements: Map<string, Element>;
  readonly #ids: SortedStrings;
  readonly #places = new RBush<IndexedTabBox>();
  readonly #entries = new Map<string, IndexedTabBox>();
  readonly #arrows = new Map<string, Arrow>();
  readonly #pinned = new Map<string, Set<string>>();
  #labels: Map<string, Set<string>> | null = null;
  #stack: StackIndex | null = null;
  readonly #followers = new Followers();

  /** Copies the state; later changes come through `update`. */
  static of(state: TabState): TabIndex {
    return new TabIndex(state);
  }

  private constructor(state: TabState) {
    const { elements, skipped, ...settings } = state;
    this.#settings = settings;
    this.#skipped = skipped;
    this.#elements = new Map(elements);
    this.#ids = new SortedStrings(elements.keys());
    for (const element of elements.values()) {
      if (isArrow(element)) this.#pin(element);
      else this.#entries.set(element.id, entryOf(element));
    }
    this.#places.load([...this.#entries.values()]);
  }

  get settings(): TabSettings {
    return this.#settings;
  }

  get skipped(): readonly Skipped[] {
    return this.#skipped;
  }

  get size(): number {
    return this.#elements.size;
  }

  /** Sets each element by its id; null removes it. */
  update(changes: Iterable<{ readonly id: string; readonly element: Element | null }>): void {
    for (const { id, element } of changes) {
      this.#replace(id, this.#elements.get(id), element);
      this.#followers.note(id, element);
    }
  }

  setSettings(settings: TabSettings): void {
    this.#settings = settings;
  }

  setSkipped(skipped: readonly Skipped[]): void {
    this.#skipped = skipped;
  }

  get(id: string): Element | undefined {
    return this.#elements.get(id);
  }

  elements(): Iterable<Element> {
    return this.#elements.values();
  }

  *boxes(): Generator<Box> {
    for (const entry of this.#entries.values()) yield entry.box;
  }

  arrows(): Iterable<Arrow> {
    return this.#arrows.values();
  }

  idsOfSlug(slug: string): readonly string[] {
    return [...this.#ids.startingWith(`${slug}~`)];
  }

  idsWithPrefix(prefix: string, limit: number): readonly string[] {
    return [...this.#ids.startingWith(prefix).take(limit)];
  }

  idsOfLabel(label: string): readonly string[] {
    this.#labels ??= labelsOf(this.#elements.values());
    return [...(this.#labels.get(foldCase(label)) ?? [])].toSorted();
  }

  neighbours(id: string): readonly [string | undefined, string | undefined] {
    return [this.#ids.below(id), this.#ids.above(id)];
  }

  *arrowsAt(id: string): Generator<Arrow> {
    for (const arrowId of this.#pinned.get(id) ?? []) {
      const arrow = this.#arrows.get(arrowId);
      if (arrow !== undefined) yield arrow;
    }
  }

  *boxesIn(rect: Rect): Generator<Box> {
    const found = this.#places.search({ minX: rect.x, minY: rect.y, maxX: rect.x + rect.width, maxY: rect.y + rect.height });
    for (const entry of found) yield entry.box;
  }

  bounds(): Rect | null {
    if (this.#entries.size === 0) return null;
    const root = this.#places.toJSON() as IndexedTabBox;
    return { x: root.minX, y: root.minY, width: root.maxX - root.minX, height: root.maxY - root.minY };
  }

  keyBelow(z: string | null): string | null {
    return this.#stacked().keyBelow(z);
  }

  keyAbove(z: string | null): string | null {
    return this.#stacked().keyAbove(z);
  }

  idsAtKey(z: string): Iterable<string> {
    return this.#stacked().idsAtKey(z);
  }

  follow<T extends TabFollower>(kind: new () => T): T {
    return this.#followers.get(kind, () => this.#elements.values());
  }

  refOf(id: string): string {
    return refOf(id, this);
  }

  #stacked(): StackIndex {
    return (this.#stack ??= new StackIndex(this.#elements.values()));
  }

  #replace(id: string, old: Element | undefined, now: Element | null): void {
    if (old === undefined && now === null) return;
    if (now === null) this.#elements.delete(id);
    else this.#elements.set(id, now);

    if (old === undefined) this.#ids.add(id);
    else if (now === null) this.#ids.delete(id);

    this.#replaceArrow(old !== undefined && isArrow(old) ? old : null, now !== null && isArrow(now) ? now : null);
    this.#replaceBox(id, now !== null && !isArrow(now) ? now : null);

    if (this.#stack !== null && (now === null || old?.z !== now.z)) {
      if (old !== undefined) this.#stack.delete(old);
      if (now !== null) this.#stack.add(now);
    }
    if (this.#labels !== null && old?.label !== now?.label) {
      if (old !== undefined) forgetLabel(this.#labels, old);
      if (now !== null) noteLabel(this.#labels, now);
    }
  }

  #replaceArrow(old: Arrow | null, now: Arrow | null): void {
    if (old !== null) {
      this.#arrows.delete(old.id);
      for (const element of pinsOf(old)) {
        const arrows = this.#pinned.get(element);
        arrows?.delete(old.id);
        if (arrows?.size === 0) this.#pinned.delete(element);
      }
    }
    if (now !== null) this.#pin(now);
  }

  #pin(arrow: Arrow): void {
    this.#arrows.set(arrow.id, arrow);
    for (const element of pinsOf(arrow)) {
      const arrows = this.#pinned.get(element);
      if (arrows === undefined) this.#pinned.set(element, new Set([arrow.id]));
      else arrows.add(arrow.id);
    }
  }

  #replaceBox(id: string, now: Box | null): void {
    const entry = this.#entries.get(id);
    const next = now === null ? undefined : entryOf(now);
    if (entry !== undefined && next !== undefined && samePlace(entry, next)) {
      entry.box = next.box;
      return;
    }
    if (entry !== undefined) {
      this.#places.remove(entry);
      this.#entries.delete(id);
    }
    if (next !== undefined) {
      this.#places.insert(next);
      this.#entries.set(id, next);
    }
  }
}

/** Ids of the elements that an arrow is attached to: none, one or two; one if both ends are attached to the same element. */
export function pinsOf(arrow: Arrow): readonly string[] {
  const from = isPinned(arrow.from) ? arrow.from.element : null;
  const to = isPinned(arrow.to) ? arrow.to.element : null;
  if (from === null) return to === null ? [] : [to];
  return to === null || to === from ? [from] : [from, to];
}

/** The entry of a box in the R-tree. */
function entryOf(box: Box): IndexedTabBox {
  return { minX: box.x, minY: box.y, maxX: box.x + box.width, maxY: box.y + box.height, box };
}

const samePlace = (a: IndexedTabBox, b: IndexedTabBox): boolean =>
  a.minX === b.minX && a.minY === b.minY && a.maxX === b.maxX && a.maxY === b.maxY;

function labelsOf(elements: Iterable<Element>): Map<string, Set<string>> {
  const labels = new Map<string, Set<string>>();
  for (const element of elements) noteLabel(labels, element);
  return labels;
}

function noteLabel(labels: Map<string, Set<string>>, element: Element): void {
  if (element.label === undefined) return;
  const folded = foldCase(element.label);
  const ids = labels.get(folded);
  if (ids === undefined) labels.set(folded, new Set([element.id]));
  else ids.add(element.id);
}

function forgetLabel(labels: Map<string, Set<string>>, element: Element): void {
  if (element.label === undefined) return;
  const folded = foldCase(element.label);
  const ids = labels.get(folded);
  ids?.delete(element.id);
  if (ids?.size === 0) labels.delete(folded);
}
