/**
 * label-lines: the label of a box broken into lines, and how many lines its label box holds.
 *
 * The label drawn on a link card is its label, else its title, else its address; on a video its label, else its title.
 */
import type { Weight } from './font-table.ts';
import { type Labelled, labelBox } from './label-box.ts';
import { defaultTextSize, fontSize, labelWeight, lineHeight } from './sizes.ts';
import { wrapLabel } from './wrap-lines.ts';

export type LabelLines = {
  /** Lines that the label takes at the label box's width. */
  readonly need: number;
  /** Lines that the label box has room for. */
  readonly hold: number;
  readonly lines: readonly string[];
  readonly sizePx: number;
  readonly weight: Weight;
};

/** The lines of a box's label; `need` is 0 when it has none. */
export function labelLines(element: Labelled): LabelLines {
  const label = drawnLabel(element);
  const box = labelBox(element);
  const font = element.font ?? 'sans';
  const text = element.text ?? defaultTextSize(element.type);
  const weight = labelWeight(element.type, text);
  const sizePx = fontSize(text, label, box, font, weight);
  const lines = wrapLabel(label, box.width, sizePx, font, weight);
  return { need: lines.length, hold: Math.floor((box.height + 0.01) / lineHeight(sizePx)), lines, sizePx, weight };
}

/** What is written on a box; empty when nothing is. */
export function drawnLabel({ type, label, title, url }: Labelled): string {
  if (type === 'link-card') return label ?? title ?? url ?? '';
  return label ?? (type === 'video' ? title : undefined) ?? '';
}
