/** A tab as one self-contained SVG (SPEC.md). */
import type { Element } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import type { CardFaces } from '../board/card-face.ts';
import { drawnArrows } from '../drawing/drawn-routes.ts';
import type { IconSet } from '../icons/icon-set.ts';
import type { SheetFaces } from '../sheet/face.ts';
import { grown, overlaps, union } from '../tab/rect.ts';
import type { TabView } from '../tab/view.ts';
import { background } from './background.ts';
import { familiesOf, type FontFiles, FontUse, type ForeignFamilies, type UsedFontFile } from './font-use.ts';
import { isJapanese } from './japanese-texts.ts';
import { byStacking } from '../tab/stacking.ts';
import { layerPlaces } from './layer-places.ts';
import { type Markup, node } from './markup.ts';
import { num } from '../shapes/path-data.ts';
import { drawPage, nameRoom } from './page.ts';
import { type Piece, pieceOf } from './piece.ts';
import type { Scene } from './scene.ts';
import { inLook, type Theme } from './theme.ts';
import { findTheme } from './themes/theme-list.ts';
import { light } from './themes/light.ts';

export type RenderOptions = {
  /** Default: the tab's own, or light if that is unknown. Its look is the tab's. */
  readonly theme?: Theme;
  /** Full ids: the picture shows the part of the tab with these elements. Unknown ids are ignored. */
  readonly elements?: readonly string[];
  /** Full ids: only these are drawn, and the picture shows the part of the tab with them. */
  readonly only?: readonly string[];
  /** The picture shows this part of the tab, in whole pixels. */
  readonly area?: Rect;
  /** Pixels on each side; default 24, and 0 around an `area`. */
  readonly padding?: number;
  /** Without files, the text is drawn in the sans-serif font of the viewer. */
  readonly fonts?: FontFiles;
  /** Fonts for characters that ours lack; if they lack them too, boxes are drawn. Without `foreign`, such characters stay as they are. */
  readonly foreign?: ForeignFamilies;
  /** The bytes of an image as a data URI; null draws a placeholder. */
  readonly image?: (imageId: string) => string | null;
  /** As in a scene (scene.ts). */
  readonly orientation?: (imageId: string) => number;
  /** The icons that shapes show; without them, each is a placeholder. */
  readonly icons?: Pick<IconSet, 'parts'>;
  /** The cards of the document, for its boards; without them, boards are empty. */
  readonly cards?: CardFaces;
  /** The sheets that elements show; missing ones are empty. */
  readonly sheets?: SheetFaces;
};

/** An SVG, its size in pixels and the font files that its text needs. */
export type Picture = {
  readonly source: string;
  readonly width: number;
  readonly height: number;
  readonly fonts: readonly UsedFontFile[];
  /** The families of the foreign fonts that its text needs. */
  readonly foreign: readonly string[];
};

/** Several pictures of a tab, and the fonts that all of them need. */
export type PictureSeries = Pick<Picture, 'fonts' | 'foreign'> & {
  readonly pictures: readonly Omit<Picture, 'fonts' | 'foreign'>[];
};

export const renderSvg = (tab: TabView, options: RenderOptions = {}): string =>
  renderWhile(() => true, tab, options)?.source ?? '';

/** The same; null as soon as `mayContinue`, called before each element, returns false. */
export function renderWhile(mayContinue: () => boolean, tab: TabView, options: RenderOptions = {}): Picture | null {
  const drawing = Drawing.of(mayContinue, tab, options);
  const source = drawing?.sourceOf(drawing.view(), mayContinue) ?? null;
  return drawing === null || source === null ? null : { ...source, ...drawing.fonts() };
}

/** The tab as a picture, or one picture for each of the areas. All of them share the fonts. */
export function renderEach(
  tab: TabView,
  areas: readonly Rect[] | null,
  options: Omit<RenderOptions, 'area'> = {},
): PictureSeries {
  const always = (): boolean => true;
  const drawing = Drawing.of(always, tab, options);
  const views = areas === null ? [drawing?.view()] : areas.map((area) => drawing?.view(area));
  const pictures = views.flatMap((view) => (view === undefined ? [] : (drawing?.sourceOf(view, always) ?? [])));
  return { pictures, ...(drawing?.fonts() ?? { fonts: [], foreign: [] }) };
}

/** The pieces of a tab, from which pictures of any of its parts are drawn. */
class Drawing {
  readonly #tab: TabView;
  readonly #options: RenderOptions;
  readonly #scene: Scene;
  readonly #layers: readonly (readonly Piece[])[];

  private constructor(tab: TabView, options: RenderOptions, scene: Scene, layers: readonly (readonly Piece[])[]) {
    this.#tab = tab;
    this.#options = options;
    this.#scene = scene;
    this.#layers = layers;
  }

  /** Null as soon as `mayContinue` returns false. */
  static of(mayContinue: () => boolean, tab: TabView, options: RenderOptions): Drawing | null {
    const scene = sceneOf(tab, options);
    const arrows = drawnArrows(tab, scene.theme.font);
    const layers: Piece[][] = [];
    for (const elements of stacked(tab)) {
      const pieces: Piece[] = [];
      for (const element of elements) {
        if (!mayContinue()) return null;
        pieces.push(pieceOf(element, arrows, tab, scene));
      }
      layers.push(pieces);
    }
    return new Drawing(tab, options, scene, layers);
  }

  view(area = this.#options.area): Rect {
    return viewOf(this.#layers.flat(), this.#tab, { ...this.#options, ...(area !== undefined && { area }) });
  }

  /** Null as soon as `mayContinue` returns false. */
  sourceOf(view: Rect, mayContinue: () => boolean): Omit<Picture, 'fonts' | 'foreign'> | null {
    const [scene, { settings }] = [this.#scene, this.#tab];
    const only = this.#options.only === undefined ? null : new Set(this.#options.only);
    const isVisible = ({ id, rect }: Piece): boolean =>
      rect !== null && only?.has(id) !== false && overlaps(grown(rect, 1), view);
    const drawn: Markup[] = [];
    for (const pieces of this.#layers) {
      const visible = pieces.filter(isVisible);
      for (const { draw } of visible) {
        if (!mayContinue()) return null;
        drawn.push(draw());
      }
      for (const { label } of visible) if (label !== null) drawn.push(label());
    }
    const pages = (only === null ? settings.pages : []).map((page, index) => drawPage(page, index, scene));
    const style = this.#options.fonts === undefined ? [] : [scene.fonts.style(this.#options.fonts)];
    const attributes = {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `${num(view.x)} ${num(view.y)} ${num(view.width)} ${num(view.height)}`,
      width: view.width,
      height: view.height,
      role: 'img',
      'xml:space': 'preserve',
      'font-family': familiesOf('sans'),
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
    };
    const title = node('title', {}, settings.name);
    const { source } = node('svg', attributes, title, ...style, background(view, scene.theme), ...pages, ...drawn);
    return { source, width: view.width, height: view.height };
  }

  /** What all pictures drawn so far need. */
  fonts(): Pick<Picture, 'fonts' | 'foreign'> {
    return { fonts: this.#scene.fonts.files(), foreign: this.#scene.fonts.foreignFamilies() };
  }
}

function sceneOf(tab: TabView, options: RenderOptions): Scene {
  const scene: Scene = {
    theme: inLook(options.theme ?? findTheme(tab.settings.theme) ?? light, tab.settings),
    fonts: new FontUse(options.foreign),
    image: options.image ?? (() => null),
    ...(options.orientation !== undefined && { orientation: options.orientation }),
    icon: (name) => options.icons?.parts(name) ?? null,
    cards: options.cards ?? new Map(),
    sheet: (id) => options.sheets?.get(id) ?? null,
  };
  scene.fonts.isAmongJapanese = once(() => Iterator.from(tab.elements()).some(isJapanese));
  return scene;
}

function once(compute: () => boolean): () => boolean {
  let result: boolean | null = null;
  return () => (result ??= compute());
}

/** The elements of each visible layer, from the lowest up, in stacking order. */
function stacked(tab: TabView): Element[][] {
  const placeOf = layerPlaces(tab.settings.layers);
  const layers = Array.from({ length: tab.settings.layers.length + 1 }, () => new Array<Element>());
  for (const element of tab.elements()) layers[placeOf(element) ?? -1]?.push(element);
  return layers.map((elements) => elements.toSorted(byStacking));
}

/** In whole pixels. */
function viewOf(
  pieces: readonly Piece[],
  tab: TabView,
  { only, elements = only, area: part, padding = part === undefined ? 24 : 0 }: RenderOptions,
): Rect {
  const wanted = elements === undefined ? null : new Set(elements);
  const rects = pieces.flatMap(({ id, rect }) => (rect === null || wanted?.has(id) === false ? [] : [rect]));
  if (wanted === null)
    rects.push(...tab.settings.pages.map(({ rect }) => ({ ...rect, y: rect.y - nameRoom, height: rect.height + nameRoom })));
  const [first, ...others] = part === undefined ? rects : [part];
  const area = grown(first === undefined ? emptyView : others.reduce(union, first), padding);
  const [x, y] = [Math.floor(area.x), Math.floor(area.y)];
  return {
    x,
    y,
    width: Math.max(1, Math.ceil(area.x + area.width) - x),
    height: Math.max(1, Math.ceil(area.y + area.height) - y),
  };
}

/** The view of an empty picture. */
const emptyView: Rect = { x: 0, y: 0, width: 320, height: 180 };
