/**
 * shown-drawing: the pieces of a tab as they are to be shown: those of the tab, and in place of some of them others while
 * somebody drags.
 *
 * W1  What changed is looked at when somebody asks, all changes since then at once.
 * W2  When a preview ends, what the tab holds by then is shown: an edit and the end of its preview are one change.
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

  /** The place of an element's layer; null when it is hidden. */
  layerOf(element: Element): number | null {
    return this.#layerOf(element);
  }

  /** These elements of the tab are other ones. */
  note(ids: Iterable<string>): void {
    for (const id of ids) this.#stale.add(id);
  }

  /** Shows these elements in place of those of the tab [W2]. */
  preview(elements: ReadonlyMap<string, Element>): void {
    this.note(this.#preview.keys());
    this.#preview = elements;
    this.note(elements.keys());
  }

  /** Everything is to be drawn anew. */
  drawAnew(): void {
    this.#drawing = new LiveDrawing(this.#tab.view, this.#scene);
    this.#layerOf = layerPlaces(this.#tab.view.settings.layers);
    this.#stale.clear();
    this.note(this.#preview.keys());
  }

  /** Follows what was noted [W1]; answers the ids whose pieces may be other ones. */
  settle(): ReadonlySet<string> {
    if (this.#stale.size === 0) return this.#stale;
    const { view } = this.#tab;
    const changes = Array.from(this.#stale, (id) => ({ id, element: this.#shownElement(id, view) }));
    this.#stale.clear();
    return this.#drawing.update(changes);
  }

  /** Where a piece is shown; null when it is on a hidden layer or gone. */
  placedPiece(piece: Piece): PlacedPiece | null {
    const element = this.#drawing.tab.get(piece.id);
    const layer = element === undefined ? null : this.#layerOf(element);
    return element === undefined || layer === null ? null : { piece, z: element.z, layer };
  }

  /** A preview may show what is not on the tab yet; whoever shows one leaves out what the tab has lost. */
  #shownElement(id: string, view: TabView): Element | null {
    return this.#preview.get(id) ?? view.get(id) ?? null;
  }
}
