/**
 * scene: a tab as SVG nodes, drawn by core/render, as far as it is in view.
 *
 * In view it shows what render.svg shows there: the same pieces, layer by layer, in the same order. Only pieces in or near the
 * view have nodes; those in view come first, the others when there is time. A change redraws what it affects, once a frame: what
 * is in view at once, within the time of a frame. While zooming, the existing nodes are scaled as a picture; now and then what
 * has come into view gets its nodes, the rest follows when the view rests. A preview shows elements moved or changed, and arrows
 * follow; nothing is written.
 *
 * Moving the view changes one transform. The nodes receive no pointer events and no focus: what is under a point is found by
 * geometry (hit.ts), and the tools describe the tab to screen readers.
 */
import type { CardFaces } from '#core/board/card-face.ts';
import { familiesOf, FontUse } from '#core/render/font-use.ts';
import { type Markup, node } from '#core/render/markup.ts';
import { drawPage } from '#core/render/page.ts';
import type { Scene } from '#core/render/scene.ts';
import { SketchMemory } from '#core/render/sketch/sketch-memory.ts';
import type { Theme } from '#core/render/theme.ts';
import type { SheetFace } from '#core/sheet/face.ts';
import { grown, holds, hullOf, overlaps } from '#core/tab/rect.ts';
import type { TabView } from '#core/tab/view.ts';
import type { Element, Point } from '#schema/element.ts';
import type { Page, Rect, TabSettings } from '#schema/tab.ts';
import { jsonEqual } from '#schema/json-equal.ts';

import { type Area, areaFor } from './area.ts';
import { smallestTextAt } from './detail.ts';
import { SceneBackground } from './scene-background.ts';
import { SceneGrid } from './scene-grid.ts';
import { type HitChoice, hitAt, idsWithin } from './hit.ts';
import { part, sheet } from './part.ts';
import { Settle } from './settle.ts';
import { Mounts, type PlacedPiece } from './mounts.ts';
import { MovingLayer } from './moving-layer.ts';
import { partPicture } from './part-picture.ts';
import { ShownDrawing } from './shown-drawing.ts';

type ShownChange = { readonly elements: ReadonlySet<string> | 'all'; readonly settings: boolean };
export type ShownTab = { readonly view: TabView; onChange(listener: (change: ShownChange) => void): () => void };

export type SceneOptions = {
  /** The address of an image on this server; null draws a placeholder. */
  image(id: string): string | null;
  /** As in a scene of the engine. */
  readonly icon: Scene['icon'];
  cards(): CardFaces;
  /** The shown part of a sheet; null until it is known. */
  sheet(id: string): SheetFace | null;
  theme(): Theme;
};

/**
 * The time in which a frame may create nodes, in milliseconds: of what is in view, and of what is near. Less while something moves;
 * otherwise few long frames are finished sooner than many short ones, each of which paints everything.
 */
const budgets = { moving: { inView: 9, near: 3 }, resting: { inView: 45, near: 20 } } as const;
/** The milliseconds after its last step when a movement is over. */
const stillMs = 150;
/** While zooming: how long a turn may create nodes, and the time between turns, in milliseconds. */
const zooming = { turn: 25, apart: 130 } as const;
const nowhere: Rect = { x: Infinity, y: Infinity, width: 0, height: 0 };
/** Pieces created between two looks at the clock. */
const batch = 32;
/** Pixels by which a drawing may exceed its rectangle. */
const overhang = 12;

export class SceneView {
  readonly #tab: ShownTab;
  readonly #options: SceneOptions;
  readonly #world = part('scene');
  readonly #layer = new MovingLayer(this.#world);
  readonly #scene: Scene;
  readonly #drawing: ShownDrawing;
  readonly #mounts: Mounts;
  readonly #ground: SceneBackground;
  readonly #grid: SceneGrid;
  readonly #stop: () => void;
  #settings: TabSettings;
  #theme: Theme;
  #smallestText = 0;
  /** Ids whose nodes are out of date. */
  readonly #dirty = new Set<string>();
  #view: { readonly visible: Rect; readonly zoom: number } | null = null;
  #area: Area | null = null;
  #frame: number | null = null;
  /** When the view or a preview last moved. */
  #movedAt = -Infinity;
  readonly #zooming = new Settle(() => this.#rest());
  /** When nodes were last created. */
  #workedAt = -Infinity;

  constructor(host: HTMLElement, tab: ShownTab, options: SceneOptions) {
    this.#tab = tab;
    this.#options = options;
    this.#theme = options.theme();
    this.#settings = tab.view.settings;
    this.#scene = this.#sceneOf();
    this.#drawing = new ShownDrawing(tab, this.#scene);
    const [paper, pages, elements] = [sheet('scene-paper'), sheet('scene-pages'), part('scene-elements')];
    const grid = sheet('scene-grid');
    this.#ground = new SceneBackground(paper, pages);
    this.#grid = new SceneGrid(grid);
    this.#mounts = new Mounts(elements);
    this.#world.style.fontFamily = familiesOf('sans');
    this.#world.append(paper, pages, grid, elements);
    host.prepend(this.#world);
    this.#ground.showPages(this.#settings.pages, this.#scene);
    this.#stop = tab.onChange((change) => this.#take(change));
  }

  destroy(): void {
    this.#stop();
    this.#zooming.end();
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    this.#world.remove();
  }

  /** Shows this part of the canvas, at this size. */
  setVisible(visible: Rect, zoom: number): void {
    const before = this.#view;
    if (before !== null) this.#movedAt = performance.now();
    this.#view = { visible, zoom };
    this.#layer.place(visible.x, visible.y, zoom);
    if (before !== null && (before.zoom !== zoom || this.#zooming.isMoving)) this.#zooming.moved();
    this.#follow(visible, zoom);
  }

  /** Shows these elements, by id, in place of those of the tab; null shows the tab itself. */
  preview(moved: ReadonlyMap<string, Element> | null): void {
    this.#movedAt = performance.now();
    this.#drawing.preview(moved ?? new Map());
    this.#wake();
  }

  /** Shows these elements of the tab, by id, as other people type them. */
  setTyped(typed: ReadonlyMap<string, Element>): void {
    this.#drawing.setTyped(typed);
    this.#wake();
  }

  /** Shows the dots of a grid with this distance in pixels; null for none. */
  setGrid(stepPx: number | null): void {
    this.#grid.set(stepPx);
    if (this.#view !== null) this.#grid.show(this.#view.visible, this.#view.zoom, this.#theme);
  }

  /** The id of the topmost element at a point of the canvas; `slack` in canvas pixels. */
  hit(point: Point, slack: number, choice?: HitChoice): string | null {
    this.#settle();
    return hitAt(point, slack, this.#drawing, choice);
  }

  /** The ids of the elements in a selection rectangle. */
  within(rect: Rect): string[] {
    this.#settle();
    return idsWithin(rect, this.#drawing);
  }

  /** The rectangle around everything that is drawn on shown layers; null if nothing is. */
  extent(): Rect | null {
    this.#settle();
    const { drawing } = this.#drawing;
    const shown = Iterator.from(drawing.tab.elements()).filter((element) => this.#drawing.layerOf(element) !== null);
    return hullOf(shown.map(({ id }) => drawing.get(id)?.rect ?? null).filter((rect) => rect !== null));
  }

  /** The group of an element that is in or near the view; null otherwise. */
  nodeOf(id: string): SVGGElement | null {
    this.#settle();
    if (this.#dirty.delete(id)) this.#refresh([id]);
    const node = this.#mounts.nodeOf(id);
    return node instanceof SVGGElement ? node : null;
  }

  /** The line of an arrow as it is shown; empty for anything else. */
  lineOf(id: string): readonly Point[] {
    this.#settle();
    return this.#drawing.drawing.get(id)?.line ?? [];
  }

  /** A page as it is shown, with its paper, for a place `width` pixels wide. */
  pictureOf(page: Page, widthPx: number): readonly Markup[] {
    this.#settle();
    const smallest = this.#smallestText;
    this.#smallestText = smallestTextAt(widthPx / Math.max(1, page.rect.width));
    const index = this.#settings.pages.findIndex(({ id }) => id === page.id);
    const markups = [node('g', {}, drawPage(page, index, this.#scene)), ...partPicture(page.rect, this.#drawing)];
    this.#smallestText = smallest;
    return markups;
  }

  /** Redraws the elements whose cards, sheets or images changed. */
  redraw(shows: (element: Element) => boolean): void {
    this.#settle();
    for (const element of this.#drawing.drawing.tab.elements()) if (shows(element)) this.#dirty.add(element.id);
    this.#wake();
  }

  /** Redraws everything in the current theme. */
  redrawAll(): void {
    this.#theme = this.#options.theme();
    this.#ground.forget();
    this.#grid.forget();
    this.#ground.showPages(this.#settings.pages, this.#scene);
    this.#drawing.drawAnew();
    const gone = [...this.#mounts.ids()];
    for (const id of gone) this.#dirty.add(id);
    this.#area = null;
    if (this.#view !== null) this.setVisible(this.#view.visible, this.#view.zoom);
    this.#wake();
  }

  /** The zooming has ended. */
  #rest(): void {
    this.#layer.sharpen();
    if (this.#view !== null) this.#follow(this.#view.visible, this.#view.zoom);
    this.#wake();
  }

  /** Creates all nodes of the view. */
  #follow(visible: Rect, zoom: number): void {
    const isZooming = this.#zooming.isMoving;
    if (!isZooming || !this.#ground.reaches(visible)) this.#ground.show(visible, zoom, this.#scene);
    this.#grid.show(visible, zoom, this.#theme);
    if (!isZooming && smallestTextAt(zoom) !== this.#smallestText) {
      this.#smallestText = smallestTextAt(zoom);
      for (const id of this.#mounts.ids()) this.#dirty.add(id);
      this.#wake();
    }
    if (isZooming && this.#area !== null && holds(this.#area.mounted, visible)) return;
    const area = areaFor(visible, this.#area);
    if (area !== this.#area) this.#mountArea(area);
  }

  #sceneOf(): Scene {
    const [options, theme, smallestText] = [this.#options, () => this.#theme, () => this.#smallestText];
    return {
      fonts: new FontUse(),
      sketches: new SketchMemory(),
      image: (id) => options.image(id),
      icon: options.icon,
      sheet: (id) => options.sheet(id),
      get theme() {
        return theme();
      },
      get cards() {
        return options.cards();
      },
      get smallestText() {
        return smallestText();
      },
    };
  }

  #take({ elements, settings }: ShownChange): void {
    const [before, now] = [this.#settings, this.#tab.view.settings];
    this.#settings = now;
    if (settings && !jsonEqual(before.pages, now.pages)) this.#ground.showPages(now.pages, this.#scene);
    const isAsDrawn = jsonEqual(before.layers, now.layers) && this.#options.theme() === this.#theme;
    if (elements !== 'all' && isAsDrawn) this.#drawing.note(elements);
    else this.redrawAll();
    this.#wake();
  }

  #mountArea(area: Area): void {
    this.#settle();
    this.#area = area;
    for (const { id } of this.#drawing.drawing.piecesIn(grown(area.mounted, overhang)))
      if (!this.#mounts.has(id)) this.#dirty.add(id);
    for (const id of this.#mounts.ids()) {
      const rect = this.#drawing.drawing.get(id)?.rect ?? null;
      if (rect === null || !overlaps(grown(rect, overhang), area.keptRect)) this.#dirty.add(id);
    }
    this.#wake();
  }

  /** Follows the changes; what they affect is drawn in the next frame. */
  #settle(): void {
    for (const id of this.#drawing.settle()) this.#dirty.add(id);
  }

  #wake(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = null;
      const goesOn = this.#zooming.isMoving ? this.#workNowAndThen() : this.#work();
      if (goesOn) this.#wake();
    });
  }

  /** False when everything is done. */
  #work(): boolean {
    this.#settle();
    if (this.#view === null || this.#area === null) return this.#dirty.size > 0;
    const inView = grown(this.#view.visible, overhang);
    const [first, others]: [string[], string[]] = [[], []];
    for (const id of this.#dirty) {
      const rect = this.#drawing.drawing.get(id)?.rect ?? null;
      (rect !== null && overlaps(grown(rect, 1), inView) ? first : others).push(id);
    }
    const start = performance.now();
    const budget = start - this.#movedAt < stillMs ? budgets.moving : budgets.resting;
    this.#refreshUntil(first, start + budget.inView);
    this.#refreshUntil(others, start + (first.length === 0 ? budget.inView : budget.near));
    return this.#dirty.size > 0;
  }

  /** False if what is left can wait until the zooming ends. */
  #workNowAndThen(): boolean {
    const start = performance.now();
    const bare = [...this.#dirty].filter((id) => !this.#mounts.has(id));
    if (this.#view === null || start - this.#workedAt < zooming.apart) return bare.length > 0;
    const { visible } = this.#view;
    const around = grown(visible, Math.max(visible.width, visible.height) / 4);
    const seen = bare.filter((id) => overlaps(this.#drawing.drawing.get(id)?.rect ?? nowhere, around));
    this.#refreshUntil(seen, start + zooming.turn);
    this.#workedAt = performance.now();
    return bare.length > 0;
  }

  #refreshUntil(ids: readonly string[], endMs: number): void {
    for (let at = 0; at < ids.length && performance.now() < endMs; at += batch) {
      const some = ids.slice(at, at + batch);
      this.#refresh(some);
      for (const id of some) this.#dirty.delete(id);
    }
  }

  #refresh(ids: readonly string[]): void {
    const placed: PlacedPiece[] = [];
    for (const id of ids) {
      const one = this.#placedInArea(id);
      if (one === null) this.#mounts.remove(id);
      else placed.push(one);
    }
    this.#mounts.put(placed);
  }

  #placedInArea(id: string): PlacedPiece | null {
    const piece = this.#drawing.drawing.get(id);
    if (piece === undefined || piece.rect === null || this.#area === null) return null;
    return overlaps(grown(piece.rect, overhang), this.#area.keptRect) ? this.#drawing.placedPiece(piece) : null;
  }
}
