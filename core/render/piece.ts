/**
 * What one element draws: its markup, its extent, and the part that is drawn above its layer (SPEC.md).
 *
 * A piece depends on its element, the scene and the boxes in its `influence`; an arrow's also on the boxes at its ends and the arrows
 * there (core/arrows/bundling.ts, parallel-offset.ts).
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
  /** Its extent, including the label; null if it draws nothing. */
  readonly rect: Rect | null;
  /** Only boxes that touch this rectangle, and those at the ends of an arrow, affect the piece; null if none does. */
  readonly influence: Rect | null;
  /** The line of an arrow; null for a box. */
  readonly line: readonly Point[] | null;
  /** The rectangle of an arrow's label. */
  readonly labelRect: Rect | null;
  readonly draw: () => Markup;
  /** The title of a frame or the label of an arrow, drawn above all elements of the layer; otherwise null. */
  readonly label: (() => Markup) | null;
};

/** `parallelPlace`: the place of an arrow among those between the same two boxes. */
export function pieceOf(element: Element, parallelPlace: ParallelPlace, tab: RouteTab, scene: Scene): Piece {
  const drawn = inFont(element, scene);
  return isArrow(drawn) ? arrowPiece(drawn, parallelPlace, tab, scene) : boxPiece(drawn, tab, scene);
}

/** Replaces an unknown or missing font by the theme's, and removes an unknown text size. */
function inFont(element: Element, { theme: { font } }: Scene): Element {
  const isKnown = element.text === undefined || element.text === 'scale' || Object.hasOwn(fontSizes, element.text);
  const requested = element.font;
  const hasFont = requested === undefined ? font === 'sans' : Object.hasOwn(fontTables, requested);
  if (isKnown && hasFont) return element;
  const { text, ...rest } = element;
  const sized = isKnown && text !== undefined ? { text } : {};
  return { ...rest, ...sized, font: hasFont && requested !== undefined ? requested : font } as Element;
}

function boxPiece(box: Box, tab: RouteTab, scene: Scene): Piece {
  const influence = isContainer(box) ? titlePlace(box) : null;
  const label = isContainer(box) ? titleOver(box, tab, scene) : null;
  const draw = (): Markup => (isContainer(box) && label !== null ? drawWithoutTitle(box, scene) : drawBox(box, scene));
  return { id: box.id, rect: reachOf(box), influence, line: null, labelRect: null, draw, label };
}

/** An arrow that dangles at both ends has an empty route and draws nothing. */
function arrowPiece(arrow: Arrow, parallelPlace: ParallelPlace, tab: RouteTab, scene: Scene): Piece {
  const route = routeAt(arrow, parallelPlace, tab);
  const place = labelPlace(arrow, route, tab);
  const labelRect = place?.rect ?? null;
  const line = route.points.length === 0 ? null : boundsOf(route.points);
  const attributes = { 'data-id': arrow.id, opacity: arrow.opacity === 1 ? undefined : arrow.opacity };
  return {
    id: arrow.id,
    rect: line === null ? null : labelRect === null ? line : union(line, labelRect),
    influence: place === null ? route.region : route.region === null ? place.region : union(route.region, place.region),
    line: route.points,
    labelRect,
    draw: () => node('g', attributes, linkMarkup(arrow.link, arrowLine(arrow, route, scene))),
    label: labelRect === null ? null : () => arrowLabel(arrow, labelRect, tab, scene),
  };
}

/** The rectangle that a box fills, with its line width. */
function reachOf(box: Box): Rect {
  const rect = drawnRect(box);
  if (box.type !== 'stroke') return rect;
  const { x, y, width, height } = boundsOf(box.points);
  const line = { x: box.x + x, y: box.y + y, width, height };
  return grown(union(rect, drawnRect({ ...box, ...line })), strokeWidth(box) / 2);
}
