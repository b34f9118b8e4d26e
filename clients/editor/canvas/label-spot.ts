/**
 * label-spot: where and in which font the text of an element is edited, so that it is where it is drawn later.
 *
 * The rectangle is that of the scene's label, in canvas pixels, before rotation. It follows core/render: labels in shapes and
 * stickies are centered unless they are aligned otherwise, titles are in strips, labels of arrows on their line or beside it.
 */
import { type Element, isArrow } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { labelSize } from '#core/arrows/label-size.ts';
import { labelRect } from '#core/drawing/drawn-routes.ts';
import { pointAt } from '#core/arrows/polyline.ts';
import { routeOf } from '#core/drawing/drawn-routes.ts';
import type { Weight } from '#core/text/font-table.ts';
import { labelBox } from '#core/text/label-box.ts';
import { alignmentOf, type VerticalAlign } from '#core/text/label-alignment.ts';
import { labelLines } from '#core/text/label-lines.ts';
import { isBold } from '#core/text/label-weight.ts';
import type { Font } from '#core/text/metrics.ts';
import { fixedSize, fontSizes, knownTextSize, labelWeight, lineHeight } from '#core/text/sizes.ts';
import { lettered, tabFont } from '#core/text/tab-font.ts';
import type { TabView } from '#core/tab/view.ts';

import { turnOf } from '../changes/turned.ts';

export type LabelSpot = {
  readonly rect: Rect;
  /** Around the center of `around`. */
  readonly turnDeg: number;
  readonly around: Rect;
  readonly sizePx: number;
  readonly stepPx: number;
  readonly weight: Weight;
  readonly font: Font;
  readonly align: 'start' | 'center' | 'end';
  readonly stand: VerticalAlign;
  /** The number of lines of the text. */
  readonly lines: number;
};

const arrowLabelWidth = 160;
const textAligns = { left: 'start', center: 'center', right: 'end' } as const;

/** Null if the element draws nothing. */
export const labelSpot = (element: Element, tab: TabView): LabelSpot | null =>
  spotOf(lettered(element, tabFont(tab.settings)), tab);

function spotOf(element: Element, tab: TabView): LabelSpot | null {
  const font = element.font ?? 'sans';
  if (isArrow(element)) {
    const middle = pointAt(routeOf(element, tab), element.labelAt ?? 0.5);
    if (middle === null) return null;
    const sizePx = element.text === undefined || element.text === 'scale' ? fontSizes.sm : fixedSize(element.text);
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
      weight: labelWeight('arrow', knownTextSize(element), element.bold),
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
    weight: element.type === 'image' || element.type === 'video' ? weight : isBold(element) ? 600 : 400,
    font,
    align:
      isStrip || element.type === 'annotation' || element.type === 'link-card'
        ? 'start'
        : textAligns[alignmentOf(element).across],
    stand: alignmentOf(element).down,
    lines: isStrip ? 1 : Math.max(1, lines.length),
  };
}

/** Whether the text is a title or caption of one line. */
export const isInStrip = (element: Element): boolean =>
  element.type === 'frame' ||
  element.type === 'lane' ||
  element.type === 'table' ||
  element.type === 'image' ||
  element.type === 'video' ||
  (element.type === 'shape' && (element.shape === 'plan-board' || element.shape === 'plan-sheet'));

/** Whether Enter breaks the line, instead of ending the editing. */
export const breaksLines = ({ type }: Element): boolean => type === 'text' || type === 'sticky' || type === 'annotation';
