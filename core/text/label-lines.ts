/**
 * label-lines: breaks the label of a box into lines, and counts the lines that its label box has room for.
 *
 * The label drawn on a link card is its label, otherwise its title, otherwise its address; on a video its label, otherwise its
 * title.
 */
import type { Weight } from './font-table.ts';
import { type Labelled, labelBox } from './label-box.ts';
import { defaultTextSize, fontSize, labelWeight, lineHeight } from './sizes.ts';
import { wrapLabel } from './wrap-lines.ts';

export type LabelLines = {
  /** Lines that the label needs at the label box's width. */
  readonly need: number;
  /** Lines that the label box has room for. */
  readonly hold: number;
  readonly lines: readonly string[];
  readonly sizePx: number;
  readonly weight: Weight;
};

/** The lines of a box's label; `need` is 0 if there is none. */
export function labelLines(element: Labelled): LabelLines {
  const label = drawnLabel(element);
  const box = labelBox(element);
  const font = element.font ?? 'sans';
  const text = element.text ?? defaultTextSize(element.type);
  const weight = labelWeight(element.type, text, element.bold);
  const sizePx = fontSize(text, label, box, font, weight);
  const lines = wrapLabel(label, box.width, sizePx, font, weight);
  return { need: lines.length, hold: Math.floor((box.height + 0.01) / lineHeight(sizePx)), lines, sizePx, weight };
}

/** The lines that a label needs, and those that are drawn whole: a box as high as one line shows it, without padding. */
export function labelRoom(element: Labelled): Pick<LabelLines, 'need' | 'hold' | 'sizePx'> {
  const { need, hold, sizePx } = labelLines(element);
  return { need, hold: element.height >= lineHeight(sizePx) ? Math.max(1, hold) : hold, sizePx };
}

/** The text drawn on a box; empty if there is none. */
export function drawnLabel({ type, label, title, url, block }: Labelled): string {
  if (block !== undefined && label !== undefined) return `[${label}]`;
  if (type === 'link-card') return label ?? title ?? url ?? '';
  return label ?? (type === 'video' ? title : undefined) ?? '';
}
