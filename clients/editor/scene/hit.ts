/**
 * hit: the shown elements at a point, or in a rectangle.
 *
 * Labels of arrows and titles of frames come first, layer by layer as they are drawn; then boxes within their rotated outline,
 * strokes and arrows by the distance to their line. What is exactly under the point comes before what is beside it. The body of a
 * frame, a lane or a box without fill comes last, the smallest one first, unless only what is drawn is hit; its border is hit like a
 * box. A rectangle contains the
 * boxes that it touches, rotated as they are drawn, and the lines through it; frames and lanes only if they are entirely inside.
 * Nothing on a hidden layer is hit.
 */
import type { LiveDrawing } from '#core/render/live-drawing.ts';
import { byStacking } from '#core/tab/stacking.ts';
import type { Piece } from '#core/render/piece.ts';
import { area, grown, holds, holdsPoint } from '#core/tab/rect.ts';
import { titlePlace } from '#core/render/boxes/title-over.ts';
import { type Box, type Element, isArrow, isContainer, type Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { distanceToLine, lineTouches } from './line-distance.ts';
import { boxTouches, isOnBorder, isWithin, turnedInto } from './box-outline.ts';

/** The shown elements; the layer of a hidden one is null. */
export type HitScene = {
  readonly drawing: Pick<LiveDrawing, 'tab' | 'piecesIn'>;
  layerOf(element: Element): number | null;
};
/** What can be hit: by default every element, and bodies too. */
export type HitChoice = { readonly takes?: (element: Element) => boolean; readonly drawnOnly?: true };
type Hit = { readonly element: Element; readonly layer: number; readonly isLabel: boolean };

/** The id of the topmost element at the point, or within `slack` canvas pixels of it. */
export function hitAt(point: Point, slack: number, shown: HitScene, { takes, drawnOnly }: HitChoice = {}): string | null {
  const [x, y] = point;
  let exact: Hit | null = null;
  let near: Hit | null = null;
  let ground: Box | null = null;
  for (const piece of shown.drawing.piecesIn(grown({ x, y, width: 0, height: 0 }, slack))) {
    const element = shown.drawing.tab.get(piece.id);
    const layer = element === undefined ? null : shown.layerOf(element);
    if (element === undefined || layer === null || takes?.(element) === false) continue;
    const part = partAt(point, 0, element, piece);
    if (part === 'label' || part === 'solid') {
      const hit = { element, layer, isLabel: part === 'label' };
      if (exact === null || isAbove(hit, exact)) exact = hit;
      continue;
    }
    if (part === 'ground' && !isArrow(element) && (ground === null || area(element) < area(ground))) ground = element;
    if (partAt(point, slack, element, piece) !== 'solid') continue;
    const hit = { element, layer, isLabel: false };
    if (near === null || isAbove(hit, near)) near = hit;
  }
  return (exact ?? near)?.element.id ?? (drawnOnly === true ? null : (ground?.id ?? null));
}

/** The ids of the elements in a selection rectangle. */
export function idsWithin(rect: Rect, shown: HitScene): string[] {
  const ids: string[] = [];
  for (const piece of shown.drawing.piecesIn(rect)) {
    const element = shown.drawing.tab.get(piece.id);
    if (element !== undefined && shown.layerOf(element) !== null && isTaken(element, piece, rect)) ids.push(element.id);
  }
  return ids;
}

function isTaken(element: Element, { line }: Piece, rect: Rect): boolean {
  if (isArrow(element)) return line !== null && lineTouches(line, rect);
  if (isContainer(element)) return holds(rect, element);
  if (element.type !== 'stroke') return boxTouches(element, rect);
  const { x, y, points } = element;
  return lineTouches(
    points.map((point) => turnedOut(element, [x + point[0], y + point[1]])),
    rect,
  );
}

function turnedOut(box: Box, point: Point): Point {
  return (box.rotation ?? 0) % 360 === 0 ? point : turnedInto({ ...box, rotation: -(box.rotation ?? 0) }, point);
}

function isAbove(a: Hit, b: Hit): boolean {
  if (a.layer !== b.layer) return a.layer > b.layer;
  if (a.isLabel !== b.isLabel) return a.isLabel;
  return byStacking(a.element, b.element) > 0;
}

/** The part of an element that is at the point. */
function partAt(point: Point, slack: number, element: Element, piece: Piece): 'label' | 'solid' | 'ground' | null {
  if (isArrow(element)) {
    if (piece.labelRect !== null && holdsPoint(piece.labelRect, point[0], point[1])) return 'label';
    return piece.line !== null &&
      distanceToLine(point, piece.line) <= slack + Math.max(arrowReach, (element.strokeWidth ?? 0) / 2)
      ? 'solid'
      : null;
  }
  const at = turnedInto(element, point);
  if (element.type === 'stroke') {
    const [x, y] = [at[0] - element.x, at[1] - element.y];
    return distanceToLine([x, y], element.points) <= slack + (element.thickness ?? 3) / 2 ? 'solid' : null;
  }
  if (isContainer(element)) {
    const title = titlePlace(element);
    if (title !== null && holdsPoint(title, at[0], at[1])) return piece.label === null ? 'solid' : 'label';
    if (isOnBorder(element, at, slack)) return 'solid';
    return isWithin(element, at, 0) ? 'ground' : null;
  }
  if (!isWithin(element, at, slack)) return null;
  if (element.fill !== 'none' || element.type !== 'shape' || isOnBorder(element, at, slack)) return 'solid';
  return 'ground';
}

/** Half the width of an arrow's line, and a little more. */
const arrowReach = 1.5;
