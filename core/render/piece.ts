/**
 * What one element draws: its markup, its extent, and the part that is drawn above its layer (SPEC.md).
 *
 * A piece depends on its element, the scene and the boxes in its `influence`; an arrow's also on its line and the place of its label
 * (core/drawing).
 */
import { type Arrow, type Box, type Element, isArrow, isContainer, type Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { boundsOf } from '../arrows/polyline.ts';
import { drawnRect } from '../arrows/drawn-rect.ts';
import type { DrawnArrows } from '../drawing/drawn-arrows.ts';
import { grown, union } from '../tab/rect.ts';
import type { TabView } from '../tab/view.ts';
import { knownFont } from '../text/metrics.ts';
import { knownTextSize } from '../text/sizes.ts';
import { arrowLabel } from './arrow-label.ts';
import { arrowLine } from './arrow-line.ts';
import { drawBox, drawWithoutTitle } from './boxes/box.ts';
import { strokeWidth } from './boxes/stroke.ts';
import { titlePlace, titleOver } from './boxes/title-over.ts';
import { lifelineRect } from './lifeline.ts';
import { linkMarkup, type Markup, node } from './markup.ts';
import type { Scene } from './scene.ts';

export type Piece = {
  readonly id: string;
  /** Its extent, including the label; null if it draws nothing. */
  readonly rect: Rect | null;
  /** Only boxes that touch this rectangle affect the piece, apart from the line of an arrow and the place of its label; null if none does. */
  readonly influence: Rect | null;
  /** The line of an arrow; null for a box. */
  readonly line: readonly Point[] | null;
  /** The rectangle of an arrow's label. */
  readonly labelRect: Rect | null;
  readonly draw: () => Markup;
  /** The title of a frame or the label of an arrow, drawn above all elements of the layer; otherwise null. */
  readonly label: (() => Markup) | null;
};

type Places = Pick<TabView, 'boxesIn'>;

export function pieceOf(element: Element, arrows: Pick<DrawnArrows, 'routeOf' | 'labelOf'>, tab: Places, scene: Scene): Piece {
  return isArrow(element) ? arrowPiece(element, arrows, tab, scene) : boxPiece(inFont(element, scene), tab, scene);
}

/** Replaces an unknown or missing font by the theme's, and removes an unknown text size. */
function inFont<T extends Element>(element: T, { theme: { font } }: Scene): T {
  const { text, ...rest } = element;
  const isKnown = text === undefined || knownTextSize(element) === text;
  const known = knownFont(element.font, font);
  if (isKnown && known === (element.font ?? 'sans')) return element;
  const sized = isKnown && text !== undefined ? { text } : {};
  return { ...rest, ...sized, font: known } as T;
}

function boxPiece(box: Box, tab: Places, scene: Scene): Piece {
  const influence = isContainer(box) ? titlePlace(box) : null;
  const label = isContainer(box) ? titleOver(box, tab, scene) : null;
  const draw = (): Markup => (isContainer(box) && label !== null ? drawWithoutTitle(box, scene) : drawBox(box, scene));
  return { id: box.id, rect: reachOf(box), influence, line: null, labelRect: null, draw, label };
}

/** An arrow that dangles at both ends has an empty route and draws nothing. */
function arrowPiece(stored: Arrow, arrows: Pick<DrawnArrows, 'routeOf' | 'labelOf'>, tab: Places, scene: Scene): Piece {
  const route = arrows.routeOf(stored);
  const labelRect = arrows.labelOf(stored)?.rect ?? null;
  const arrow = inFont(stored, scene);
  const line = route.points.length === 0 ? null : boundsOf(route.points);
  const attributes = { 'data-id': arrow.id, opacity: arrow.opacity === 1 ? undefined : arrow.opacity };
  return {
    id: arrow.id,
    rect: line === null ? null : labelRect === null ? reachOfLine(arrow, line) : union(reachOfLine(arrow, line), labelRect),
    influence: labelRect,
    line: route.points,
    labelRect,
    draw: () => node('g', attributes, linkMarkup(arrow.link, arrowLine(arrow, route, scene))),
    label: labelRect === null ? null : () => arrowLabel(arrow, labelRect, tab, scene),
  };
}

/** A thick line and its heads reach beyond the way of the arrow. */
const reachOfLine = ({ strokeWidth: width }: Arrow, line: Rect): Rect =>
  width === undefined ? line : grown(line, 5 + 2.5 * width);

/** The rectangle that a box fills, with its line width. */
function reachOf(box: Box): Rect {
  const lifeline = lifelineRect(box);
  const rect = lifeline === null ? drawnRect(box) : union(drawnRect(box), lifeline);
  if (box.type !== 'stroke') return 'strokeWidth' in box ? grown(rect, (box.strokeWidth ?? 0) / 2) : rect;
  const { x, y, width, height } = boundsOf(box.points);
  const line = { x: box.x + x, y: box.y + y, width, height };
  return grown(union(rect, drawnRect({ ...box, ...line })), strokeWidth(box) / 2);
}
