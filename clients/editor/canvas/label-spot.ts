/**
 * label-spot: where and how the words of an element are written, so that what is typed stands where it is then drawn.
 *
 * The rectangle is that of the scene's label, in canvas pixels, before the element is turned. It follows core/render: centred
 * labels in shapes and stickies, titles in strips, arrows' words in the middle of their line.
 */
import { type Element, isArrow } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { labelSize } from '#core/arrows/label-place.ts';
import { labelRect } from '#core/drawing/drawn-routes.ts';
import { pointAt } from '#core/arrows/polyline.ts';
import { routeOf } from '#core/drawing/drawn-routes.ts';
import type { Weight } from '#core/text/font-table.ts';
import { labelBox } from '#core/text/label-box.ts';
import { labelLines } from '#core/text/label-lines.ts';
import type { Font } from '#core/text/metrics.ts';
import { fontSizes, lineHeight } from '#core/text/sizes.ts';
import type { TabView } from '#core/tab/view.ts';

import { turnOf } from '../changes/turned.ts';

export type LabelSpot = {
  readonly rect: Rect;
  /** About the middle of `around`. */
  readonly turnDeg: number;
  readonly around: Rect;
  readonly sizePx: number;
  readonly stepPx: number;
  readonly weight: Weight;
  readonly font: Font;
  readonly align: 'start' | 'center';
  readonly stand: 'top' | 'middle';
  /** Lines that the words take. */
  readonly lines: number;
};

const arrowLabelWidth = 160;

/** Where the words of the element stand; null when the element draws nothing. */
export function labelSpot(element: Element, tab: TabView): LabelSpot | null {
  const font = element.font ?? 'sans';
  if (isArrow(element)) {
    const middle = pointAt(routeOf(element, tab), 0.5);
    if (middle === null) return null;
    const sizePx = element.text === undefined || element.text === 'scale' ? fontSizes.sm : fontSizes[element.text];
    const height = Math.max(lineHeight(sizePx) + 4, labelSize(element)?.height ?? 0);
    const now = labelRect(element, tab);
    const [x, y] = now === null ? middle : [now.x + now.width / 2, now.y + now.height / 2];
    const rect = { x: x - arrowLabelWidth / 2, y: y - height / 2, width: arrowLabelWidth, height };
    const lines = Math.max(1, Math.round((height - 4) / lineHeight(sizePx)));
    return {
      rect,
      around: rect,
      turnDeg: 0,
      sizePx,
      stepPx: lineHeight(sizePx),
      weight: 400,
      font,
      align: 'center',
      stand: 'middle',
      lines,
    };
  }
  const { lines, sizePx, weight } = labelLines(element);
  const isStrip = isInStrip(element);
  const box = labelBox(element);
  const rect = isStrip ? { ...box, x: box.x + 4, width: Math.max(0, box.width - 8) } : box;
  const around = { x: element.x, y: element.y, width: element.width, height: element.height };
  const shownPx = isStrip && lineHeight(sizePx) > box.height ? Math.max(6, Math.floor(box.height / 1.25)) : sizePx;
  return {
    rect,
    around,
    turnDeg: turnOf(element),
    sizePx: shownPx,
    stepPx: lineHeight(shownPx),
    weight: isStrip || element.type === 'link-card' ? 600 : weight,
    font,
    align:
      isStrip || element.type === 'text' || element.type === 'annotation' || element.type === 'link-card' ? 'start' : 'center',
    stand: element.type === 'text' ? 'top' : 'middle',
    lines: isStrip ? 1 : Math.max(1, lines.length),
  };
}

/** True of titles and captions, which stand in one line. */
export const isInStrip = (element: Element): boolean =>
  element.type === 'frame' ||
  element.type === 'lane' ||
  element.type === 'table' ||
  element.type === 'image' ||
  element.type === 'video' ||
  (element.type === 'shape' && (element.shape === 'plan-board' || element.shape === 'plan-sheet'));

/** True where Enter breaks the line, and ends the writing elsewhere. */
export const breaksLines = ({ type }: Element): boolean => type === 'text' || type === 'sticky' || type === 'annotation';
