/**
 * balance: makes the lines of a centered label about equally long.
 *
 * The number of lines stays: they are the lines at the narrowest width that needs no more, if those are more even. A short last
 * line is half as bad as a short line in between. No word is broken. Long labels and labels of many lines stay unchanged, as
 * balancing them is not worth its time.
 */
import type { Weight } from './font-table.ts';
import type { Font } from './metrics.ts';
import { widestWord } from './sizes.ts';
import { textWidth } from './width.ts';
import { wrapLabel } from './wrap-lines.ts';

const charactersMax = 200;
const linesMax = 6;

/** `lines` are the lines of the label at `widthPx`. */
export function balanceLines(
  label: string,
  lines: readonly string[],
  widthPx: number,
  sizePx: number,
  font: Font,
  weight: Weight,
): readonly string[] {
  if (lines.length < 2 || lines.length > linesMax || label.length > charactersMax) return lines;
  let best = lines;
  let [low, high] = [Math.ceil(Math.max(widthPx / lines.length, widestWord(label, font, weight) * sizePx)), Math.floor(widthPx)];
  while (low < high) {
    const middle = (low + high) >> 1;
    const tried = wrapLabel(label, middle, sizePx, font, weight);
    if (tried.length > lines.length) {
      low = middle + 1;
    } else {
      best = tried;
      high = middle;
    }
  }
  const raggedness = (tried: readonly string[]): number => {
    const widths = tried.map((line) => textWidth(line, sizePx, font, weight));
    const widest = Math.max(...widths);
    return widths.reduce((sum, width, index) => sum + (widest - width) ** 2 / (index === widths.length - 1 ? 2 : 1), 0);
  };
  return raggedness(best) < raggedness(lines) ? best : lines;
}
