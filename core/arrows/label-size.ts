/** How large the label of an arrow is: its text, broken at 160 pixels, with a margin. */
import type { Arrow } from '#schema/element.ts';
import type { Size } from '#schema/tab.ts';

import { type Font, knownFont } from '../text/metrics.ts';
import { fixedSize, fontSizes, knownTextSize, labelWeight, lineHeight } from '../text/sizes.ts';
import { textWidth } from '../text/width.ts';
import { wrapLabel } from '../text/wrap-lines.ts';

/** The width at which the label of an arrow is broken into lines. */
export const labelWidthMax = 160;

/** What decides how large the label of an arrow is. */
export type ArrowText = Pick<Arrow, 'label' | 'text' | 'font' | 'bold'>;

/** Null without a label. `font`: of an arrow that names none, or one that does not exist. */
export function labelSize(arrow: ArrowText, font: Font = 'sans'): Size | null {
  const label = arrow.label ?? '';
  if (label === '') return null;
  const text = knownTextSize({ ...arrow, type: 'arrow' });
  const sizePx = text === 'scale' ? fontSizes.sm : fixedSize(text);
  const own = knownFont(arrow.font, font);
  const weight = labelWeight('arrow', text, arrow.bold);
  const lines = wrapLabel(label, labelWidthMax, sizePx, own, weight);
  if (lines.length === 0) return null;
  const widest = lines.reduce((most, line) => Math.max(most, textWidth(line, sizePx, own, weight)), 0);
  return { width: Math.ceil(widest) + 12, height: lines.length * lineHeight(sizePx) + 4 };
}
