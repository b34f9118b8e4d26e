/**
 * text-unit: running text, headings and code as units.
 *
 * A text that does not fit continues in the next column, with at least two lines on either side. A text of at most `together`
 * lines moves there as a whole, unless an empty column is too low for it. The marker of an item is beside its first line.
 */
import type { Weight } from '../text/font-table.ts';
import type { Font } from '../text/metrics.ts';
import { lineHeight, type TextSize } from '../text/sizes.ts';
import type { Text } from '#schema/element.ts';
import { type TextLine, lineBreaks } from './line-breaks.ts';
import type { BoxSpec, Fitted, PageUnit } from './unit.ts';

export type TextSetting = {
  readonly text: string;
  /** Its indentation and width. */
  readonly x: number;
  readonly width: number;
  readonly size: TextSize;
  readonly sizePx: number;
  readonly weight: Weight;
  readonly font: Font;
  readonly fields: Pick<Text, 'fill' | 'font' | 'link' | 'textColor'>;
  /** Space above and below for the background of a text that has one. */
  readonly pad: number;
  /** Lines. */
  readonly together?: number;
  readonly marker?: { readonly text: string; readonly x: number; readonly width: number };
};
export type UnitSpace = Pick<PageUnit, 'above' | 'below' | 'keepsNext' | 'spans' | 'opensPage' | 'isTitle'>;

export function textUnit(setting: TextSetting, space: UnitSpace): PageUnit {
  const { text, width, sizePx, font, weight } = setting;
  return unitOf(setting, lineBreaks(text, width, sizePx, font, weight), 0, space);
}

/** The unit of the lines from `from` on. */
function unitOf(setting: TextSetting, lines: readonly TextLine[], from: number, space: UnitSpace): PageUnit {
  const step = lineHeight(setting.sizePx);
  const { pad, together = 0 } = setting;
  const count = Math.max(1, lines.length - from);
  const heightOf = (some: number): number => some * step + 2 * pad;
  return {
    ...space,
    least: heightOf(count <= Math.max(3, together) ? count : 2),
    fit(room, must): Fitted | null {
      const linesThatFit = Math.floor((room - 2 * pad) / step);
      if (!must && linesThatFit < count && count <= together) return null;
      const lineCount =
        linesThatFit >= count ? count : must ? Math.max(1, Math.min(linesThatFit, count)) : Math.min(linesThatFit, count - 2);
      if (lineCount < 1 || (!must && lineCount < Math.min(2, count))) return null;
      const isAll = lineCount >= count;
      const boxes = [...markerBox(setting, from), ...textBox(setting, lines.slice(from, from + lineCount))];
      const rest = isAll ? null : unitOf(setting, lines, from + lineCount, { ...space, above: 0, opensPage: false });
      return { boxes, height: heightOf(lineCount), rest };
    },
  };
}

function textBox({ text, x, width, size, sizePx, fields, pad }: TextSetting, lines: readonly TextLine[]): BoxSpec[] {
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) return [];
  const height = lines.length * lineHeight(sizePx);
  return [{ type: 'text', x, y: pad, width, height, label: text.slice(first.start, last.end), text: size, ...fields }];
}

/** The marker beside the first line of an item. */
function markerBox({ marker, sizePx, size, pad, fields }: TextSetting, from: number): BoxSpec[] {
  if (marker === undefined || from > 0) return [];
  const { font } = fields;
  const { x, width, text } = marker;
  return [
    { type: 'text', x, y: pad, width, height: lineHeight(sizePx), label: text, text: size, ...(font !== undefined && { font }) },
  ];
}
