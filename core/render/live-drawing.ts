/**
 * The pieces of a changing tab, each kept until something changes that it depends on (SPEC.md).
 *
 * It has an index of elements of its own: during a drag, the drawing is ahead of the tab.
 */
import RBush from 'rbush';

import { type Element, isArrow } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';
import { jsonEqual } from '#schema/json-equal.ts';

import { DrawnArrows } from '../drawing/drawn-arrows.ts';
import { bottom, right } from '../tab/rect.ts';
import { TabIndex } from '../tab/tab-index.ts';
import type { TabView } from '../tab/view.ts';
import { JapaneseTexts } from './japanese-texts.ts';
import { type Piece, pieceOf } from './piece.ts';
import type { Scene } from './scene.ts';

/** Null removes the element. */
export type ElementUpdate = { readonly id: string; readonly element: Element | null };

type IndexedRegion = {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
  readonly id: string;
};
type IndexedPiece = { readonly piece: Piece; readonly reach: IndexedRegion | null; readonly influence: IndexedRegion | null };
type DrawingStep = { readonly id: string; readonly before: Element | undefined; readonly after: Element | null };

export class LiveDrawing {
  readonly #scene: Scene;
  readonly #tab: TabIndex;
  readonly #arrows: DrawnArrows;
  readonly #japanese = new JapaneseTexts();
  readonly #pieces = new Map<string, IndexedPiece>();
  readonly #reaches = new RBush<IndexedRegion>();
  readonly #influences = new RBush<IndexedRegion>();

  constructor(tab: Pick<TabView, 'elements' | 'settings'>, scene: Scene) {
    const elements = new Map(Iterator.from(tab.elements()).map((element) => [element.id, element]));
    this.#scene = scene;
    this.#tab = TabIndex.of({ ...tab.settings, elements, skipped: [] });
    this.#arrows = DrawnArrows.of(elements.values(), scene.theme.font);
    for (const element of elements.values()) this.#japanese.set(element.id, element);
    scene.fonts.isAmongJapanese = () => this.#japanese.isAny;
    const pieces = Array.from(elements.values(), (element) => this.#draw(element));
    this.#reaches.load(pieces.flatMap(({ reach }) => reach ?? []));
    this.#influences.load(pieces.flatMap(({ influence }) => influence ?? []));
  }

  /** The elements as they are shown, with the settings that the drawing started with. */
  get tab(): TabView {
    return this.#tab;
  }

  get(id: string): Piece | undefined {
    return this.#pieces.get(id)?.piece;
  }

  pieces(): Iterable<Piece> {
    return Iterator.from(this.#pieces.values()).map(({ piece }) => piece);
  }

  /** The pieces whose reach touches the rectangle, in no particular order. */
  *piecesIn(rect: Rect): Generator<Piece> {
    for (const { id } of this.#reaches.search(boundsFrom(rect))) {
      const kept = this.#pieces.get(id);
      if (kept !== undefined) yield kept.piece;
    }
  }

  /** Replaces elements by id, and returns the ids of all pieces that may have changed. */
  update(changes: Iterable<ElementUpdate>): ReadonlySet<string> {
    const steps: DrawingStep[] = [];
    for (const { id, element } of changes) {
      const before = this.#tab.get(id);
      if (before === undefined ? element !== null : element === null || !jsonEqual(before, element))
        steps.push({ id, before, after: element });
    }
    const ids = new Set<string>();
    this.#tab.update(steps.map(({ id, after }) => ({ id, element: after })));
    for (const id of this.#arrows.update(new Map(steps.map(({ id, after }) => [id, after])))) ids.add(id);
    for (const { id, before, after } of steps) {
      ids.add(id);
      for (const element of [before, after]) this.#addAffected(element, ids);
    }
    for (const id of this.#followJapanese(steps)) ids.add(id);
    this.#redraw(ids);
    return ids;
  }

  /** The pieces that are drawn with other forms of Han characters, since the first Japanese text came or the last one went. */
  #followJapanese(steps: readonly DrawingStep[]): Iterable<string> {
    const wasAny = this.#japanese.isAny;
    for (const { id, after } of steps) this.#japanese.set(id, after);
    return this.#japanese.isAny === wasAny ? [] : this.#japanese.followers();
  }

  /** Rebuilds these pieces. */
  #redraw(ids: Iterable<string>): void {
    for (const id of ids) {
      const kept = this.#pieces.get(id);
      if (kept !== undefined) {
        if (kept.reach !== null) this.#reaches.remove(kept.reach);
        if (kept.influence !== null) this.#influences.remove(kept.influence);
        this.#pieces.delete(id);
      }
      const element = this.#tab.get(id);
      if (element === undefined) continue;
      const { reach, influence } = this.#draw(element);
      if (reach !== null) this.#reaches.insert(reach);
      if (influence !== null) this.#influences.insert(influence);
    }
  }

  #draw(element: Element): IndexedPiece {
    const piece = pieceOf(element, this.#arrows, this.#tab, this.#scene);
    const { id, rect, influence } = piece;
    const entry = (area: Rect | null): IndexedRegion | null => (area === null ? null : { ...boundsFrom(area), id });
    const kept = { piece, reach: entry(rect), influence: entry(influence) };
    this.#pieces.set(id, kept);
    return kept;
  }

  /** Adds the pieces that an element affects by its position. */
  #addAffected(element: Element | null | undefined, ids: Set<string>): void {
    if (element === null || element === undefined || isArrow(element)) return;
    for (const { id } of this.#influences.search(boundsFrom(element))) ids.add(id);
  }
}

const boundsFrom = (rect: Rect): Omit<IndexedRegion, 'id'> => ({
  minX: rect.x,
  minY: rect.y,
  maxX: right(rect),
  maxY: bottom(rect),
});
