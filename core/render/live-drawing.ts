/**
 * live-drawing: the pieces of a tab that changes, each kept until something changes that it depends on.
 *
 * V1  After any changes the pieces are those that the tab would have if it were drawn anew.
 * V2  `update` names every piece that may have become another one: those of what changed, what lies near it, and the arrows
 *     that are pinned there or keep company with those. Its cost follows the change, not the tab.
 *
 * It keeps its own index of the elements: what is shown may be ahead of the tab while somebody drags.
 */
import RBush from 'rbush';

import { type Element, isArrow } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';
import { jsonEqual } from '#schema/json-equal.ts';

import { bundleMax } from '../arrows/bundling.ts';
import { alone, type ParallelPlace, parallelPlaceOf, parallelPlacesOf } from '../arrows/parallel-offset.ts';
import { Pins } from '../arrows/pins.ts';
import { bottom, right } from '../tab/rect.ts';
import { pinsOf, TabIndex } from '../tab/tab-index.ts';
import type { TabView } from '../tab/view.ts';
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
type KeptPiece = { readonly piece: Piece; readonly reach: IndexedRegion | null; readonly bearing: IndexedRegion | null };
type DrawingStep = { readonly id: string; readonly before: Element | undefined; readonly after: Element | null };

export class LiveDrawing {
  readonly #scene: Scene;
  readonly #tab: TabIndex;
  readonly #pins = new Pins();
  readonly #pieces = new Map<string, KeptPiece>();
  readonly #reaches = new RBush<IndexedRegion>();
  readonly #bearings = new RBush<IndexedRegion>();

  constructor(tab: Pick<TabView, 'elements' | 'settings'>, scene: Scene) {
    const elements = new Map(Iterator.from(tab.elements()).map((element) => [element.id, element]));
    this.#scene = scene;
    this.#tab = TabIndex.of({ ...tab.settings, elements, skipped: [] });
    for (const arrow of this.#tab.arrows()) this.#pins.add(arrow);
    const spreads = parallelPlacesOf(this.#tab.arrows());
    const kept = Array.from(elements.values(), (element) => this.#draw(element, spreads.get(element.id) ?? alone));
    this.#reaches.load(kept.flatMap(({ reach }) => reach ?? []));
    this.#bearings.load(kept.flatMap(({ bearing }) => bearing ?? []));
  }

  /** The elements as they are shown; settings are those of the beginning. */
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

  /** Puts elements in the place of what their ids held [V2]. */
  update(changes: Iterable<ElementUpdate>): ReadonlySet<string> {
    const steps: DrawingStep[] = [];
    for (const { id, element } of changes) {
      const before = this.#tab.get(id);
      if (before === undefined ? element !== null : element === null || !jsonEqual(before, element))
        steps.push({ id, before, after: element });
    }
    const ids = new Set<string>();
    for (const { before, after } of steps) {
      this.#gather(before, ids);
      for (const element of [before, after]) this.#gatherCompany(element, ids);
    }
    for (const { before } of steps) if (before !== undefined && isArrow(before)) this.#pins.remove(before);
    for (const { after } of steps) if (after !== null && isArrow(after)) this.#pins.add(after);
    this.#tab.update(steps.map(({ id, after }) => ({ id, element: after })));
    for (const { id, after } of steps) {
      ids.add(id);
      this.#gather(after, ids);
      this.#gatherCompany(after, ids);
      for (const arrow of this.#pins.arrowsAt(id)) ids.add(arrow);
    }
    this.#redraw(ids);
    return ids;
  }

  /** Makes these pieces anew. */
  #redraw(ids: Iterable<string>): void {
    for (const id of ids) {
      const kept = this.#pieces.get(id);
      if (kept !== undefined) {
        if (kept.reach !== null) this.#reaches.remove(kept.reach);
        if (kept.bearing !== null) this.#bearings.remove(kept.bearing);
        this.#pieces.delete(id);
      }
      const element = this.#tab.get(id);
      if (element === undefined) continue;
      const { reach, bearing } = this.#draw(element, isArrow(element) ? parallelPlaceOf(element, this.#tab) : alone);
      if (reach !== null) this.#reaches.insert(reach);
      if (bearing !== null) this.#bearings.insert(bearing);
    }
  }

  #draw(element: Element, spread: ParallelPlace): KeptPiece {
    const piece = pieceOf(element, spread, this.#tab, this.#scene);
    const { id, rect, bearing } = piece;
    const entry = (area: Rect | null): IndexedRegion | null => (area === null ? null : { ...boundsFrom(area), id });
    const kept = { piece, reach: entry(rect), bearing: entry(bearing) };
    this.#pieces.set(id, kept);
    return kept;
  }

  /** Adds the pieces on which an element, as it was or as it is, has a bearing where it lies. */
  #gather(element: Element | null | undefined, ids: Set<string>): void {
    if (element === null || element === undefined) return;
    if (isArrow(element)) for (const id of this.#pins.siblingsOf(element)) ids.add(id);
    else for (const { id } of this.#bearings.search(boundsFrom(element))) ids.add(id);
  }

  /** Adds the arrows whose sides are a matter of an arrow, or of a box that arrows lead to or come from. */
  #gatherCompany(element: Element | null | undefined, ids: Set<string>): void {
    if (element === null || element === undefined) return;
    const arrows = isArrow(element) ? [element] : this.#tab.arrowsAt(element.id);
    for (const arrow of arrows) {
      for (const pin of pinsOf(arrow)) {
        const company = this.#pins.arrowsAt(pin);
        if (company.size <= bundleMax + 1) for (const id of company) ids.add(id);
      }
    }
  }
}

const boundsFrom = (rect: Rect): Omit<IndexedRegion, 'id'> => ({
  minX: rect.x,
  minY: rect.y,
  maxX: right(rect),
  maxY: bottom(rect),
});
