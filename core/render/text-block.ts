/** Lines of text in a rectangle, as real text (SPEC.md). */
import type { Box, Element } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { d, num } from '../shapes/path-data.ts';
import { balanceLines } from '../text/balance.ts';
import type { Weight } from '../text/font-table.ts';
import { labelBox } from '../text/label-box.ts';
import { takesAlignment, type VerticalAlign } from '../text/label-alignment.ts';
import { drawnLabel, labelLines } from '../text/label-lines.ts';
import { type Font, fontTables } from '../text/metrics.ts';
import { lineHeight } from '../text/sizes.ts';
import { isRightToLeft } from '../text/visual-order.ts';
import { textWidth } from '../text/width.ts';
import { wrapLabel } from '../text/wrap-lines.ts';
import { barsOf } from './bars.ts';
import { familiesOf } from './font-use.ts';
import { type Attributes, drawable, type Markup, node, emptyMarkup, sequence } from './markup.ts';
import { hasComposed, placedRuns } from './placed-runs.ts';
import type { Scene } from './scene.ts';

export type Align = 'start' | 'middle' | 'end';
export type TextStyle = {
  readonly sizePx: number;
  readonly font?: Font;
  readonly weight?: Weight;
  readonly ink: string;
  readonly align?: Align;
  /** The vertical position of the lines in a higher rectangle; default middle. */
  readonly verticalAlign?: VerticalAlign;
  readonly italic?: boolean;
  readonly strike?: boolean;
};

/** The text, wrapped to the width of the rectangle and cut at its height. */
export function textIn(rect: Rect, text: string, style: TextStyle, scene: Scene): Markup {
  const lines = wrapLabel(text, rect.width, style.sizePx, style.font, style.weight);
  return linesIn(rect, lines, Math.max(1, lineCapacity(rect, style.sizePx)), text, style, scene);
}

/** The label of a box in its label box; centered lines are balanced. */
export function labelOf(box: Box, style: Omit<TextStyle, 'sizePx' | 'font' | 'weight'>, scene: Scene): Markup {
  const { lines, hold, sizePx, weight } = labelLines(box);
  const placed = { ...style, ...ownAlignment(box), ...emphasisOf(box) };
  const [label, place, font] = [drawnLabel(box), labelBox(box), box.font ?? 'sans'];
  const shown = box.type === 'text' ? lines.length : Math.max(1, hold);
  const isUnbalanced = placed.align !== undefined || lines.length > shown;
  const drawn = isUnbalanced ? lines : balanceLines(label, lines, place.width, sizePx, font, weight);
  return linesIn(place, drawn, shown, label, { ...placed, sizePx, font, weight }, scene);
}

/** What the fields of a box say; the rest is as the box has it by itself. */
function ownAlignment(box: Box): Pick<TextStyle, 'align' | 'verticalAlign'> {
  if (!takesAlignment(box)) return {};
  const { textAlign, verticalAlign } = box;
  return {
    ...(textAlign !== undefined && { align: anchors[textAlign] }),
    ...(verticalAlign !== undefined && { verticalAlign }),
  };
}

/** How the label of an element is drawn apart from its weight, which is measured with it. */
export const emphasisOf = ({ italic, strike }: Pick<Element, 'italic' | 'strike'>): Pick<TextStyle, 'italic' | 'strike'> => ({
  ...(italic === true && { italic }),
  ...(strike === true && { strike }),
});

const anchors = { left: 'start', center: 'middle', right: 'end' } as const;

const lineCapacity = ({ height }: Rect, sizePx: number): number => Math.floor((height + 0.01) / lineHeight(sizePx));

/** Draws wrapped lines, at most `maxLines` of them; `whole`: the text that they come from. */
export function linesIn(
  rect: Rect,
  lines: readonly string[],
  maxLines: number,
  whole: string,
  style: TextStyle,
  scene: Scene,
): Markup {
  const { sizePx, font = 'sans', weight = 400, ink, align = 'middle', verticalAlign = 'middle' } = style;
  if (lines.length === 0 || maxLines < 1 || ink === 'none') return emptyMarkup;
  const isCut = lines.length > maxLines;
  const shown = (isCut ? shortened(lines, maxLines, rect.width, style) : lines).map(drawable);
  const step = lineHeight(sizePx);
  const free = rect.height - shown.length * step;
  const top = rect.y + (verticalAlign === 'top' ? 0 : verticalAlign === 'bottom' ? free : free / 2);
  const x = align === 'start' ? rect.x : align === 'end' ? rect.x + rect.width : rect.x + rect.width / 2;
  if (sizePx < (scene.smallestText ?? 0)) return barsOf(shown, { x, top, align, sizePx, ink }, rect);
  // A line is centered on its capital letters.
  const baseline = (index: number): number => top + step * (index + 0.5) + sizePx * fontTables[font].capMiddle;
  const attributes: Attributes = {
    fill: ink,
    'font-size': sizePx,
    'font-family': font === 'sans' ? undefined : familiesOf(font),
    'font-weight': weight === 400 ? undefined : weight,
    'text-anchor': align === 'start' ? undefined : align,
  };
  const title = isCut ? [node('title', {}, whole)] : [];
  const partsOf = (line: string, y: number): (Markup | string)[] => {
    const runs = scene.fonts.runs(line, whole, font, weight);
    const isMixed = runs.length > 1 && hasComposed(line);
    const isPlaced = scene.fonts.isComplete && (isMixed || runs.some(({ isShaped }) => isShaped));
    if (isPlaced) return placedRuns(runs, { x, y, align }, { sizePx, font, weight });
    const parts = runs.map(({ text, families }) =>
      families === undefined ? text : node('tspan', { 'font-family': families }, text),
    );
    if (!isRightToLeft(line)) return parts;
    // The start of such a line is at its right.
    const anchor = align === 'middle' ? 'middle' : align === 'start' ? 'end' : 'start';
    return [node('tspan', { direction: 'rtl', 'unicode-bidi': 'embed', 'text-anchor': anchor }, ...parts)];
  };
  if (style.italic === true || style.strike === true) {
    const drawnLines = shown.map((line, index) => {
      const y = baseline(index);
      const text = node('text', { x, y, ...attributes }, ...(index === 0 ? title : []), ...partsOf(line, y));
      return line === '' ? emptyMarkup : emphasized(text, { x, y, align, width: textWidth(line, sizePx, font, weight) }, style);
    });
    return sequence(drawnLines);
  }
  const [only] = shown;
  if (shown.length === 1 && only !== undefined)
    return node('text', { x, y: baseline(0), ...attributes }, ...title, ...partsOf(only, baseline(0)));
  const spans = shown.map((line, index) =>
    line === '' ? emptyMarkup : node('tspan', { x, y: baseline(index) }, ...partsOf(line, baseline(index))),
  );
  return node('text', attributes, ...title, ...spans);
}

type LinePlace = { readonly x: number; readonly y: number; readonly align: Align; readonly width: number };

/**
 * A line slanted about its baseline, and struck through. The fonts have no italics, and not all renderers decorate texts: this looks the
 * same in all of them, and is as wide as measured.
 */
function emphasized(text: Markup, { x, y, align, width }: LinePlace, { sizePx, ink, italic, strike }: TextStyle): Markup {
  const left = align === 'start' ? x : align === 'end' ? x - width : x - width / 2;
  const level = y - sizePx * strikeHeight;
  const line = { d: d`M${left} ${level}H${left + width}`, fill: 'none', stroke: ink, 'stroke-width': Math.max(1, sizePx / 14) };
  const parts = strike === true ? [text, node('path', line)] : [text];
  if (italic !== true) return sequence(parts);
  return node('g', { transform: `matrix(1 0 ${-slant} 1 ${num(slant * y)} 0)` }, ...parts);
}

/** Above the baseline, in em: the middle of small letters. */
const strikeHeight = 0.27;
/** The tangent of eleven degrees. */
const slant = 0.2;

/** The first lines, of which the last ends in an ellipsis. */
function shortened(
  lines: readonly string[],
  maxLines: number,
  width: number,
  { sizePx, font = 'sans', weight = 400 }: TextStyle,
): string[] {
  const room = Math.max(0, width - textWidth('…', sizePx, font, weight));
  const [last = ''] = wrapLabel(lines[maxLines - 1] ?? '', room, sizePx, font, weight);
  return [...lines.slice(0, maxLines - 1), `${last}…`];
}
