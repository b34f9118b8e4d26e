/**
 * piece: what one element draws: its markup, how far it reaches, and what of it stands above its layer.
 *
 * N1  A piece is drawn from its element, the scene and what lies in its `bearing`; an arrow's also from the boxes at its
 *     ends and from the arrows there (core/arrows/bundling.ts, spread.ts).
 * N2  The title of a frame and the label of an arrow stand above all elements of the layer; else the label is null.
 */
import { type Arrow, type Box, type Element, isArrow, isContainer, type Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { labelPlace } from '../arrows/label-place.ts';
import { boundsOf } from '../arrows/polyline.ts';
import { routeAt, type RouteTab } from '../arrows/route.ts';
import type { ParallelPlace } from '../arrows/parallel-offset.ts';
import { drawnRect } from '../arrows/drawn-rect.ts';
import { grown, union } from '../tab/rect.ts';
import { fontTables } from '../text/metrics.ts';
import { fontSizes } from '../text/sizes.ts';
import { arrowLabel } from './arrow-label.ts';
import { arrowLine } from './arrow-line.ts';
import { drawBox, drawWithoutTitle } from './boxes/box.ts';
import { strokeWidth } from './boxes/stroke.ts';
import { titlePlace, titleOver } from './boxes/title-over.ts';
import { linkMarkup, type Markup, node } from './markup.ts';
import type { Scene } from './scene.ts';

export type Piece = {
  readonly id: string;
  /** What it fills, its label too; null when it draws nothing. */
  readonly rect: Rect | null;
  /** Boxes outside of this rectangle have no bearing on the piece, but for those at the ends of an arrow; null: none has. */
  readonly bearing: Rect | null;
  /** The line of an arrow; null of a box. */
  readonly line: readonly Point[] | null;
  /** Where the label of an arrow lies. */
  readonly words: Rect | null;
  readonly draw: () => Markup;
  readonly label: (() => Markup) | null;
};

/** `spread` is the place of an arrow among those between the same two boxes; a box has none. */
export function pieceOf(element: Element, spread: ParallelPlace, tab: RouteTab, scene: Scene): Piece {
  const drawn = inFont(element, scene);
  return isArrow(drawn) ? arrowPiece(drawn, spread, tab, scene) : boxPiece(drawn, tab, scene);
}

/** With the theme's font, unless the element names one that there is; without a text size that there is not. */
function inFont(element: Element, { theme: { font } }: Scene): Element {
  const isKnown = element.text === undefined || element.text === 'scale' || Object.hasOwn(fontSizes, element.text);
  const named = element.font;
  const hasFont = named === undefined ? font === 'sans' : Object.hasOwn(fontTables, named);
  if (isKnown && hasFont) return element;
  const { text, ...rest } = element;
  const sized = isKnown && text !== undefined ? { text } : {};
  return { ...rest, ...sized, font: hasFont && named !== undefined ? named : font } as Element;
}

function boxPiece(box: Box, tab: RouteTab, scene: Scene): Piece {
  const bearing = isContainer(box) ? titlePlace(box) : null;
  const label = isContainer(box) ? titleOver(box, tab, scene) : null;
  const draw = (): Markup => (isContainer(box) && label !== null ? drawWithoutTitle(box, scene) : drawBox(box, scene));
  return { id: box.id, rect: reachOf(box), bearing, line: null, words: null, draw, label };
}

/** The route of an arrow that dangles at both ends is empty: nothing is drawn. */
function arrowPiece(arrow: Arrow, spread: ParallelPlace, tab: RouteTab, scene: Scene): Piece {
  const route = routeAt(arrow, spread, tab);
  const place = labelPlace(arrow, route, tab);
  const words = place?.rect ?? null;
  const line = route.points.length === 0 ? null : boundsOf(route.points);
  const attributes = { 'data-id': arrow.id, opacity: arrow.opacity === 1 ? undefined : arrow.opacity };
  return {
    id: arrow.id,
    rect: line === null ? null : words === null ? line : union(line, words),
    bearing: place === null ? route.region : route.region === null ? place.region : union(route.region, place.region),
    line: route.points,
    words,
    draw: () => node('g', attributes, linkMarkup(arrow.link, arrowLine(arrow, route, scene))),
    label: words === null ? null : () => arrowLabel(arrow, words, tab, scene),
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
