/**
 * shown-drawing: the pieces of a tab as they are shown: those of the tab, some of them replaced while a gesture previews others, or
 * while other people type their labels.
 *
 * Changes are collected, and followed together on the next `settle`. When a preview ends, the tab is shown as it is by then: an
 * edit and the end of its preview are one change.
 */
import { layerPlaces } from '#core/render/layer-places.ts';
import { LiveDrawing } from '#core/render/live-drawing.ts';
import type { Piece } from '#core/render/piece.ts';
import type { Scene } from '#core/render/scene.ts';
import type { TabView } from '#core/tab/view.ts';
import type { Element } from '#schema/element.ts';

import type { PlacedPiece } from './mounts.ts';

export class ShownDrawing {
  readonly #tab: { readonly view: TabView };
  readonly #scene: Scene;
  #drawing: LiveDrawing;
  #layerOf: ReturnType<typeof layerPlaces>;
  #preview: ReadonlyMap<string, Element> = new Map();
  /** As other people type them. */
  #typed: ReadonlyMap<string, Element> = new Map();
  readonly #stale = new Set<string>();

  constructor(tab: { readonly view: TabView }, scene: Scene) {
    this.#tab = tab;
    this.#scene = scene;
    this.#drawing = new LiveDrawing(tab.view, scene);
    this.#layerOf = layerPlaces(tab.view.settings.layers);
  }

  /** As of the last `settle`. */
  get drawing(): LiveDrawing {
    return this.#drawing;
  }

  /** The place of an element's layer; null if it is hidden. */
  layerOf(element: Element): number | null {
    return this.#layerOf(element);
  }

  /** These elements of the tab changed. */
  note(ids: Iterable<string>): void {
    for (const id of ids) this.#stale.add(id);
  }

  /** Shows these elements in place of those of the tab. */
  preview(elements: ReadonlyMap<string, Element>): void {
    if (elements === this.#preview) return;
    this.note(this.#preview.keys());
    this.#preview = elements;
    this.note(elements.keys());
  }

  /** Shows these elements as other people type them. What this page previews comes first. */
  setTyped(elements: ReadonlyMap<string, Element>): void {
    this.note(this.#typed.keys());
    this.#typed = elements;
    this.note(elements.keys());
  }

  /** Everything is drawn again. */
  drawAnew(): void {
    this.#drawing = new LiveDrawing(this.#tab.view, this.#scene);
    this.#layerOf = layerPlaces(this.#tab.view.settings.layers);
    this.#stale.clear();
    this.note(this.#preview.keys());
    this.note(this.#typed.keys());
  }

  /** Follows the collected changes; returns the ids whose pieces may have changed. */
  settle(): ReadonlySet<string> {
    if (this.#stale.size === 0) return this.#stale;
    const { view } = this.#tab;
    const changes = Array.from(this.#stale, (id) => ({ id, element: this.#shownElement(id, view) }));
    this.#stale.clear();
    return this.#drawing.update(changes);
  }

  /** Where a piece is shown; null if it is on a hidden layer or deleted. */
  placedPiece(piece: Piece): PlacedPiece | null {
    const element = this.#drawing.tab.get(piece.id);
    const layer = element === undefined ? null : this.#layerOf(element);
    return element === undefined || layer === null ? null : { piece, z: element.z, layer };
  }

  /** A preview can show elements that are not on the tab yet; its owner leaves out those that were deleted meanwhile. */
  #shownElement(id: string, view: TabView): Element | null {
    const element = view.get(id);
    return this.#preview.get(id) ?? (element && this.#typed.get(id)) ?? element ?? null;
  }
}
