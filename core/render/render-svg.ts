/**
 * render-svg: a tab as one self-contained SVG.
 *
 * R1  Everything that is not on a hidden layer is drawn: pages, then layer by layer (elements that name none, or one that
 *     is not there, lie lowest), by stacking key and then by id; the labels of a layer's arrows on top of it.
 * R2  The picture holds all that is drawn, or the named elements, and the padding around it.
 * R3  The same tab and options give the same bytes, in whatever order the tab holds its elements.
 * R4  It is well-formed XML without script, event or reference to anything outside, whatever people wrote.
 */
import { type Arrow, type Box, type Element, isArrow, isContainer } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { labelPlace } from '../arrows/label-place.ts';
import { boundsOf } from '../arrows/polyline.ts';
import { routeAt } from '../arrows/route.ts';
import { alone, type Spread, spreadsOf } from '../arrows/spread.ts';
import { drawnRect } from '../lint/extent.ts';
import type { CardFaces } from '../plan/card-face.ts';
import { type Font, fontTables } from '../text/metrics.ts';
import type { SheetFaces } from '../sheet/face.ts';
import { fontSizes } from '../text/sizes.ts';
import { overlaps, union } from '../tab/rect.ts';
import type { TabView } from '../tab/view.ts';
import { arrowLabel } from './arrow-label.ts';
import { arrowLine } from './arrow-line.ts';
import { background } from './background.ts';
import { drawBox, drawUntitled } from './boxes/box.ts';
import { strokeWidth } from './boxes/stroke.ts';
import { titleOver } from './boxes/title-over.ts';
import { familiesOf, type FontFile, type FontFiles, FontUse, type ForeignFamilies } from './font-use.ts';
import { linked, type Markup, node, num } from './markup.ts';
import { drawPage, nameRoom } from './page.ts';
import type { Scene } from './scene.ts';
import type { Theme } from './theme.ts';
import { themeNamed } from './themes/list.ts';
import { light } from './themes/light.ts';

export type RenderOptions = {
  /** Default: the tab's own, or light where that is not known. */
  readonly theme?: Theme;
  /** Full ids: the picture shows the part of the tab where these lie. Ids that are not there are passed over. */
  readonly elements?: readonly string[];
  /** Pixels on each side; default 24. */
  readonly padding?: number;
  /** Without files the text is drawn in whatever sans-serif font there is. */
  readonly fonts?: FontFiles;
  /** Fonts for what ours have not, which then has boxes where they have not either; without, it is left as it is. */
  readonly foreign?: ForeignFamilies;
  /** The bytes of an image as a data URI; null draws a stand-in. */
  readonly image?: (imageId: string) => string | null;
  /** The cards of the document, for its boards; without them boards are drawn empty. */
  readonly cards?: CardFaces;
  /** The sheets that elements show; one that is not there is drawn empty. */
  readonly sheets?: SheetFaces;
};

/** Something to draw and the rectangle that it fills. */
type Piece = {
  readonly id: string;
  readonly rect: Rect | null;
  readonly draw: () => Markup;
  readonly label: (() => Markup) | null;
};

/** An SVG, its size in pixels and the font files that its text needs. */
export type Picture = {
  readonly source: string;
  readonly width: number;
  readonly height: number;
  readonly fonts: readonly FontFile[];
  /** The families of the foreign fonts that its text needs. */
  readonly foreign: readonly string[];
};

export const renderSvg = (tab: TabView, options: RenderOptions = {}): string =>
  renderWhile(() => true, tab, options)?.source ?? '';

/** The same; null as soon as it may not go on, which is asked before each element. */
export function renderWhile(mayGoOn: () => boolean, tab: TabView, options: RenderOptions = {}): Picture | null {
  const theme = options.theme ?? themeNamed(tab.settings.theme) ?? light;
  const scene: Scene = {
    theme,
    fonts: new FontUse(options.foreign),
    image: options.image ?? (() => null),
    cards: options.cards ?? new Map(),
    sheet: (id) => options.sheets?.get(id) ?? null,
  };
  const spreads = spreadsOf(tab.arrows());
  const layers: Piece[][] = [];
  for (const elements of stacked(tab, theme.font)) {
    const pieces: Piece[] = [];
    for (const element of elements) {
      if (!mayGoOn()) return null;
      pieces.push(
        isArrow(element) ? arrowPiece(element, spreads.get(element.id) ?? alone, tab, scene) : boxPiece(element, tab, scene),
      );
    }
    layers.push(pieces);
  }
  const view = viewOf(layers.flat(), tab, options);
  const isSeen = ({ rect }: Piece): boolean => rect !== null && overlaps(grown(rect, 1), view);
  const drawn: Markup[] = [];
  for (const pieces of layers) {
    const seen = pieces.filter(isSeen);
    for (const { draw } of seen) {
      if (!mayGoOn()) return null;
      drawn.push(draw());
    }
    for (const { label } of seen) if (label !== null) drawn.push(label());
  }
  const pages = tab.settings.pages.map((page, index) => drawPage(page, index, scene));
  const style = options.fonts === undefined ? [] : [scene.fonts.style(options.fonts)];
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
  const title = node('title', {}, tab.settings.name);
  const { source } = node('svg', attributes, title, ...style, background(view, theme), ...pages, ...drawn);
  return { source, width: view.width, height: view.height, fonts: scene.fonts.files(), foreign: scene.fonts.foreignFamilies() };
}

/** The elements of each layer that is not hidden, from the lowest up, in stacking order. */
function stacked(tab: TabView, font: Font): Element[][] {
  const base: Element[] = [];
  const places = new Map(tab.settings.layers.map((layer) => [layer.id, { ...layer, elements: new Array<Element>() }]));
  for (const element of tab.elements()) (places.get(element.layer ?? '')?.elements ?? base).push(inFont(element, font));
  const shown = [...places.values()].filter(({ hidden }) => !hidden).map(({ elements }) => elements);
  return [base, ...shown].map((elements) => elements.toSorted(byStacking));
}

/** With the theme's font, unless the element names one that there is; without a text size that there is not. */
function inFont(element: Element, font: Font): Element {
  const isKnown = element.text === undefined || element.text === 'scale' || Object.hasOwn(fontSizes, element.text);
  const named = element.font;
  const hasFont = named === undefined ? font === 'sans' : Object.hasOwn(fontTables, named);
  if (isKnown && hasFont) return element;
  const { text, ...rest } = element;
  const sized = isKnown && text !== undefined ? { text } : {};
  return { ...rest, ...sized, font: hasFont && named !== undefined ? named : font } as Element;
}

const byStacking = (a: Element, b: Element): number => (a.z === b.z ? (a.id < b.id ? -1 : 1) : a.z < b.z ? -1 : 1);

function boxPiece(box: Box, tab: TabView, scene: Scene): Piece {
  const label = isContainer(box) ? titleOver(box, tab, scene) : null;
  const draw = (): Markup => (isContainer(box) && label !== null ? drawUntitled(box, scene) : drawBox(box, scene));
  return { id: box.id, rect: reachOf(box), draw, label };
}

/** The route of an arrow that dangles at both ends is empty: nothing is drawn. */
function arrowPiece(arrow: Arrow, spread: Spread, tab: TabView, scene: Scene): Piece {
  const route = routeAt(arrow, spread, tab);
  const place = labelPlace(arrow, route, tab)?.rect ?? null;
  const line = route.points.length === 0 ? null : boundsOf(route.points);
  const attributes = { 'data-id': arrow.id, opacity: arrow.opacity === 1 ? undefined : arrow.opacity };
  return {
    id: arrow.id,
    rect: line === null ? null : place === null ? line : union(line, place),
    draw: () => node('g', attributes, linked(arrow.link, arrowLine(arrow, route, scene))),
    label: place === null ? null : () => arrowLabel(arrow, place, tab, scene),
  };
}

/** The rectangle that a box fills when it is drawn. */
function reachOf(box: Box): Rect {
  const rect = drawnRect(box);
  if (box.type !== 'stroke') return rect;
  const { x, y, width, height } = boundsOf(box.points);
  const line = { x: box.x + x, y: box.y + y, width, height };
  return grown(union(rect, drawnRect({ ...box, ...line })), strokeWidth(box) / 2);
}

/** [R2] Whole pixels. */
function viewOf(pieces: readonly Piece[], tab: TabView, { elements, padding = 24 }: RenderOptions): Rect {
  const wanted = elements === undefined ? null : new Set(elements);
  const rects = pieces.flatMap(({ id, rect }) => (rect === null || wanted?.has(id) === false ? [] : [rect]));
  if (wanted === null)
    rects.push(...tab.settings.pages.map(({ rect }) => ({ ...rect, y: rect.y - nameRoom, height: rect.height + nameRoom })));
  const [first, ...others] = rects;
  const all = grown(first === undefined ? emptyView : others.reduce(union, first), padding);
  const [x, y] = [Math.floor(all.x), Math.floor(all.y)];
  return { x, y, width: Math.max(1, Math.ceil(all.x + all.width) - x), height: Math.max(1, Math.ceil(all.y + all.height) - y) };
}

/** What a picture of nothing shows. */
const emptyView: Rect = { x: 0, y: 0, width: 320, height: 180 };

const grown = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});
