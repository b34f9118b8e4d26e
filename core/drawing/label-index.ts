/** Labels with the areas that were looked at for their places, and what is near an area. */
import RBush from 'rbush';

import type { Rect } from '#schema/tab.ts';

import { segmentPasses } from '../arrows/obstacles.ts';
import { overlaps } from '../tab/rect.ts';
import { boundsFrom, insertAll } from './bounds.ts';
import type { Dependencies } from './dependencies.ts';
import { entryOf, isSameArea, type PlacedLabel, type ReachEntry } from './label.ts';
import type { LinePart } from './line-parts.ts';
import { keepEntry, type UndoLog } from './undo-log.ts';

export class LabelIndex {
  readonly #labels = new Map<string, PlacedLabel>();
  readonly #reaches = new RBush<ReachEntry>();
  readonly #entries = new Map<string, ReachEntry>();
  /** False: areas are not in the index yet, as nothing has changed since the labels were placed. */
  #isFilled = false;

  get(id: string): PlacedLabel | undefined {
    return this.#labels.get(id);
  }

  all(): ReadonlyMap<string, PlacedLabel> {
    return this.#labels;
  }

  /** Adds a label before `fill`. */
  add(id: string, label: PlacedLabel): void {
    this.#labels.set(id, label);
  }

  /** Has to be called before anything but `get`, `all` and `add`. */
  fill(): void {
    if (this.#isFilled) return;
    this.#isFilled = true;
    const entries = Array.from(this.#labels, ([id, label]) => entryOf(id, label));
    for (const entry of entries) this.#entries.set(entry.id, entry);
    insertAll(this.#reaches, entries, true);
  }

  clear(): void {
    this.#isFilled = false;
    this.#labels.clear();
    this.#reaches.clear();
    this.#entries.clear();
  }

  /** Replaces a label; null removes it. */
  set(id: string, label: PlacedLabel | null, undo?: UndoLog): void {
    keepEntry(this.#labels, id, undo);
    if (label === null) this.#labels.delete(id);
    else this.#labels.set(id, label);
    const [old, entry] = [this.#entries.get(id), label === null ? undefined : entryOf(id, label)];
    if (old === undefined ? entry === undefined : entry !== undefined && isSameArea(old, entry)) return;
    this.#replace(id, old, entry);
    undo?.add(() => this.#replace(id, entry, old));
  }

  note(ids: Iterable<string>, dependencies: Dependencies): void {
    for (const id of ids) {
      const entry = this.#entries.get(id);
      if (entry !== undefined) dependencies.area(entry);
    }
  }

  /** The labels on whose places what is in the rectangle may have a bearing. */
  near(rect: Rect): readonly ReachEntry[] {
    return this.#reaches.search(boundsFrom(rect));
  }

  /** Adds the labels on whose places a part of a line may have a bearing. */
  addNearPart(part: LinePart, ids: Set<string>): void {
    for (const { id, minX, minY, maxX, maxY } of this.#reaches.search(part)) {
      if (ids.has(id)) continue;
      const reach = { x: minX, y: minY, width: maxX - minX, height: maxY - minY };
      if (segmentPasses(part.x1, part.y1, part.x2, part.y2, reach)) ids.add(id);
    }
  }

  /** Whether the place of a label by itself meets that of another one at any step. */
  isContested(id: string, { isCrowded, places: [{ rect }] }: PlacedLabel): boolean {
    if (isCrowded) return false;
    for (const near of this.near(rect)) {
      const other = near.id === id ? undefined : this.#labels.get(near.id);
      if (other === undefined || other.isCrowded) continue;
      const [alone, first, second] = other.places;
      if (overlaps(alone.rect, rect) || overlaps(first.rect, rect) || overlaps(second.rect, rect)) return true;
    }
    return false;
  }

  /**
   * How many labels of others are in the rectangle. In a round, those before this one are where the round puts them, and those after it
   * where the round before did.
   */
  countIn(rect: Rect, id: string, round: 'last' | 1 | 2): number {
    let count = 0;
    for (const near of this.near(rect)) {
      const other = near.id === id ? undefined : this.#labels.get(near.id);
      if (other === undefined || other.isCrowded) continue;
      const { places } = other;
      const place = round === 'last' ? places[2] : near.id < id ? places[round] : places[round === 1 ? 0 : 1];
      if (overlaps(place.rect, rect)) count += 1;
    }
    return count;
  }

  #replace(id: string, before: ReachEntry | undefined, after: ReachEntry | undefined): void {
    if (before !== undefined) this.#reaches.remove(before);
    if (after === undefined) {
      this.#entries.delete(id);
      return;
    }
    this.#reaches.insert(after);
    this.#entries.set(id, after);
  }
}
