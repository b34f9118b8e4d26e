/**
 * tab-draft: the state of a tab during a changeset, as an overlay on the tab that it began from. It contains only the
 * differences, so a changeset of ten operations costs the same on any tab.
 */
import RBush from 'rbush';

import { type Arrow, type Box, type Element, isArrow, isBox } from '#schema/element.ts';
import type { Edit } from '#schema/changeset.ts';
import type { Rect, Skipped, TabSettings } from '#schema/tab.ts';
import { jsonEqual } from '#schema/json-equal.ts';

import { foldCase } from './fold.ts';
import { Followers } from './followers.ts';
import { IdSets } from './id-sets.ts';
import { bottom, holds, right, sameRect, union } from './rect.ts';
import { refOf } from './ref.ts';
import { SortedStrings } from './sorted-strings.ts';
import { StackIndex } from './stack-index.ts';
import { pinsOf } from './tab-index.ts';
import type { TabFollower, TabView } from './view.ts';

type IndexedBox = { minX: number; minY: number; maxX: number; maxY: number; box: Box };

export class TabDraft implements TabView {
  readonly base: TabView;
  /** Everything that was put or removed, by id; null means removed. */
  readonly #changes = new Map<string, Element | null>();
  readonly #newIds = new SortedStrings();
  readonly #places = new RBush<IndexedBox>();
  readonly #entries = new Map<string, IndexedBox>();
  readonly #pinned = new IdSets();
  /** Arrows with an end that is attached to another element than in the base. */
  readonly #repinned = new Set<string>();
  readonly #labels = new IdSets();
  readonly #stack = new StackIndex();
  readonly #keysBelow: Walk;
  readonly #keysAbove: Walk;
  readonly #idsBefore: Walk;
  readonly #idsAfter: Walk;
  readonly #walks: readonly Walk[];
  readonly #followers = new Followers();
  #bounds: Rect | null | undefined;
  #size: number;
  #freed = 0;

  constructor(base: TabView) {
    this.base = base;
    this.#size = base.size;
    this.#bounds = base.bounds();
    const keepsKey = (z: string): boolean => this.#keptAtKey(z).next().done !== true;
    const keepsId = (id: string): boolean => this.#changes.get(id) !== null;
    this.#keysBelow = new Walk((z) => base.keyBelow(z) ?? undefined, keepsKey);
    this.#keysAbove = new Walk((z) => base.keyAbove(z) ?? undefined, keepsKey);
    this.#idsBefore = new Walk((id) => base.neighbours(id)[0], keepsId);
    this.#idsAfter = new Walk((id) => base.neighbours(id)[1], keepsId);
    this.#walks = [this.#keysBelow, this.#keysAbove, this.#idsBefore, this.#idsAfter];
  }

  get settings(): TabSettings {
    return this.base.settings;
  }

  get skipped(): readonly Skipped[] {
    return this.base.skipped;
  }

  get size(): number {
    return this.#size;
  }

  /** Increases whenever a spot may have become free: a box was removed, moved or made smaller. */
  get freedPlaces(): number {
    return this.#freed;
  }

  put(element: Element): void {
    this.#replace(element.id, element);
  }

  remove(id: string): void {
    this.#replace(id, null);
  }

  /**
   * The net edits in the order in which their elements were first touched. An element that returned to its original value has
   * none.
   */
  edits(): Edit[] {
    const edits: Edit[] = [];
    for (const [id, after] of this.#changes) {
      const before = this.base.get(id) ?? null;
      if (before === after || (before !== null && after !== null && jsonEqual(before, after))) continue;
      edits.push({ id, before, after });
    }
    return edits;
  }

  get(id: string): Element | undefined {
    const changed = this.#changes.get(id);
    return changed === undefined ? this.base.get(id) : (changed ?? undefined);
  }

  *elements(): Generator<Element> {
    for (const element of this.base.elements()) if (!this.#changes.has(element.id)) yield element;
    for (const element of this.#changes.values()) if (element !== null) yield element;
  }

  *boxes(): Generator<Box> {
    for (const box of this.base.boxes()) if (!this.#changes.has(box.id)) yield box;
    for (const element of this.#changes.values()) if (element !== null && isBox(element)) yield element;
  }

  *arrows(): Generator<Arrow> {
    for (const arrow of this.base.arrows()) if (!this.#changes.has(arrow.id)) yield arrow;
    for (const element of this.#changes.values()) if (element !== null && isArrow(element)) yield element;
  }

  follow<T extends TabFollower>(kind: new () => T): T {
    return this.#followers.get(kind, () => this.elements());
  }

  idsOfSlug(slug: string): readonly string[] {
    return this.idsWithPrefix(`${slug}~`, Infinity);
  }

  idsWithPrefix(prefix: string, limit: number): readonly string[] {
    const removed = this.base.size + this.#newIds.size - this.#size;
    const ids = this.base.idsWithPrefix(prefix, limit + removed).filter((id) => this.#changes.get(id) !== null);
    ids.push(...this.#newIds.startingWith(prefix).take(limit === Infinity ? this.#newIds.size : limit));
    return ids.toSorted().slice(0, limit);
  }

  idsOfLabel(label: string): readonly string[] {
    const ids = this.base.idsOfLabel(label).filter((id) => this.get(id)?.label === this.base.get(id)?.label);
    return [...ids, ...this.#labels.get(foldCase(label))].toSorted();
  }

  neighbours(id: string): readonly [string | undefined, string | undefined] {
    const [keptBefore, keptAfter] = this.base.neighbours(id);
    const before = greater(this.#idsBefore.firstKept(keptBefore), this.#newIds.below(id));
    const after = lesser(this.#idsAfter.firstKept(keptAfter), this.#newIds.above(id));
    return [before, after];
  }

  *arrowsAt(id: string): Generator<Arrow> {
    for (const arrow of this.base.arrowsAt(id)) {
      const now = this.#repinned.has(arrow.id) ? undefined : this.get(arrow.id);
      if (now !== undefined && isArrow(now)) yield now;
    }
    for (const arrowId of this.#pinned.get(id)) {
      const arrow = this.#changes.get(arrowId);
      if (arrow !== undefined && arrow !== null && isArrow(arrow)) yield arrow;
    }
  }

  *boxesIn(rect: Rect): Generator<Box> {
    for (const box of this.base.boxesIn(rect)) {
      const now = this.#entries.has(box.id) ? undefined : this.get(box.id);
      if (now !== undefined && isBox(now)) yield now;
    }
    if (this.#entries.size === 0) return;
    for (const entry of this.#places.search({ minX: rect.x, minY: rect.y, maxX: right(rect), maxY: bottom(rect) }))
      yield entry.box;
  }

  bounds(): Rect | null {
    if (this.#bounds === undefined) {
      let bounds: Rect | null = null;
      for (const box of this.boxes()) bounds = around(bounds, box);
      this.#bounds = bounds;
    }
    return this.#bounds;
  }

  keyBelow(z: string | null): string | null {
    const baseKey = this.#keysBelow.firstKept(this.base.keyBelow(z) ?? undefined);
    return greater(baseKey, this.#stack.keyBelow(z) ?? undefined) ?? null;
  }

  keyAbove(z: string | null): string | null {
    const baseKey = this.#keysAbove.firstKept(this.base.keyAbove(z) ?? undefined);
    return lesser(baseKey, this.#stack.keyAbove(z) ?? undefined) ?? null;
  }

  idsAtKey(z: string): readonly string[] {
    return [...this.#keptAtKey(z), ...this.#stack.idsAtKey(z)].toSorted();
  }

  refOf(id: string): string {
    return refOf(id, this);
  }

  /** Elements of the base that still have this stacking key. */
  *#keptAtKey(z: string): Generator<string> {
    for (const id of this.base.idsAtKey(z)) if (this.get(id)?.z === z) yield id;
  }

  #replace(id: string, now: Element | null): void {
    const old = this.get(id);
    if (old === now || (old === undefined && now === null)) return;
    const base = this.base.get(id);
    const overlaid = this.#changes.get(id);
    if (overlaid !== undefined && overlaid !== null) this.#forget(overlaid);
    const wasAway = overlaid === null || (overlaid !== undefined && overlaid.z !== base?.z);
    if (base !== undefined && now !== null && wasAway) for (const walk of this.#walks) walk.forget();
    this.#changes.set(id, now);
    this.#followers.note(id, now);
    this.#size += (now === null ? 0 : 1) - (old === undefined ? 0 : 1);
    if (base === undefined) {
      if (now === null) this.#newIds.delete(id);
      else this.#newIds.add(id);
    }
    if (now !== null) this.#note(now, base);
    this.#noteBounds(old, now);
  }

  /** Adds an element that differs from the base to the overlay's indices. */
  #note(element: Element, base: Element | undefined): void {
    if (element.z !== base?.z) this.#stack.add(element);
    if (element.label !== undefined && element.label !== base?.label) this.#labels.add(foldCase(element.label), element.id);
    if (isArrow(element)) {
      if (base !== undefined && isArrow(base) && samePins(element, base)) return;
      this.#repinned.add(element.id);
      for (const pin of pinsOf(element)) this.#pinned.add(pin, element.id);
    } else if (base === undefined || !isBox(base) || !sameRect(element, base)) {
      const entry = { minX: element.x, minY: element.y, maxX: right(element), maxY: bottom(element), box: element };
      this.#entries.set(element.id, entry);
      this.#places.insert(entry);
    }
  }

  #forget(element: Element): void {
    this.#stack.delete(element);
    if (element.label !== undefined) this.#labels.delete(foldCase(element.label), element.id);
    if (isArrow(element)) {
      for (const pin of pinsOf(element)) this.#pinned.delete(pin, element.id);
      this.#repinned.delete(element.id);
      return;
    }
    const entry = this.#entries.get(element.id);
    this.#entries.delete(element.id);
    if (entry !== undefined) this.#places.remove(entry);
  }

  #noteBounds(old: Element | undefined, now: Element | null): void {
    const previousBox = old !== undefined && !isArrow(old) ? old : null;
    const currentBox = now !== null && !isArrow(now) ? now : null;
    if (previousBox !== null && currentBox !== null && sameRect(previousBox, currentBox)) return;
    if (previousBox !== null && (currentBox === null || !holds(currentBox, previousBox))) this.#freed += 1;
    if (this.#bounds === undefined) return;
    if (previousBox !== null && this.#bounds !== null && touchesEdge(this.#bounds, previousBox)) this.#bounds = undefined;
    else if (currentBox !== null) this.#bounds = around(this.#bounds, currentBox);
  }
}

/**
 * A traversal of the base in one direction that skips keys the overlay has emptied. Skipped ranges are remembered, as removed
 * elements stay removed; an element that returns to its key clears them.
 */
class Walk {
  readonly #next: (at: string) => string | undefined;
  readonly #keeps: (at: string) => boolean;
  readonly #jumps = new Map<string, string | undefined>();

  constructor(next: (at: string) => string | undefined, keeps: (at: string) => boolean) {
    this.#next = next;
    this.#keeps = keeps;
  }

  /** `start` if it is kept, otherwise the first one after it that is. */
  firstKept(start: string | undefined): string | undefined {
    let at = start;
    while (at !== undefined) {
      if (this.#jumps.has(at)) at = this.#jumps.get(at);
      else if (this.#keeps(at)) break;
      else at = this.#next(at);
    }
    if (start !== undefined && at !== start) this.#jumps.set(start, at);
    return at;
  }

  forget(): void {
    this.#jumps.clear();
  }
}

const around = (bounds: Rect | null, box: Rect): Rect =>
  bounds === null ? { x: box.x, y: box.y, width: box.width, height: box.height } : union(bounds, box);

const touchesEdge = (bounds: Rect, box: Rect): boolean =>
  box.x <= bounds.x || box.y <= bounds.y || right(box) >= right(bounds) || bottom(box) >= bottom(bounds);

function samePins(a: Arrow, b: Arrow): boolean {
  const [pinsA, pinsB] = [pinsOf(a), pinsOf(b)];
  return pinsA.length === pinsB.length && pinsA.every((pin, index) => pin === pinsB[index]);
}

type Key = string | undefined;
const greater = (a: Key, b: Key): Key => (a === undefined || (b !== undefined && b > a) ? b : a);
const lesser = (a: Key, b: Key): Key => (a === undefined || (b !== undefined && b < a) ? b : a);
