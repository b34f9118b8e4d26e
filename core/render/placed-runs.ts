/**
 * The runs of a line, each at its own place. The rasterizer shapes a line in every font of it and merges the results, which fails for letters
 * that change with their neighbors, and for those that a font without them composes of a letter and marks; runs of their own places are
 * lines of their own to it.
 */
import type { Weight } from '../text/font-table.ts';
import type { Font } from '../text/metrics.ts';
import { inVisualOrder, type BidiLevel, levelsOf, mirrored } from '../text/visual-order.ts';
import { textWidth } from '../text/width.ts';
import { boxes, type FamilyRun } from './font-use.ts';
import { type Markup, node } from './markup.ts';

type Style = { readonly sizePx: number; readonly font: Font; readonly weight: Weight };
type Part = FamilyRun & { readonly level: BidiLevel };

/** `x`: the left edge, the middle or the right edge of the line; `y`: its baseline. */
export function placedRuns(
  runs: readonly FamilyRun[],
  { x, y, align }: { readonly x: number; readonly y: number; readonly align: 'start' | 'middle' | 'end' },
  style: Style,
): Markup[] {
  const parts = inVisualOrder(partsOf(runs));
  const widths = parts.map((part) => widthOf(part, style));
  const width = widths.reduce((sum, one) => sum + one, 0);
  let left = align === 'start' ? x : align === 'end' ? x - width : x - width / 2;
  return parts.map(({ text, families }, index) => {
    const at = left;
    left += widths[index] ?? 0;
    return node('tspan', { x: at, y, 'text-anchor': 'start', 'font-family': families }, text);
  });
}

/** True if the text has letters like ế, which are a letter and marks as well. */
export const hasComposed = (text: string): boolean => !ascii.test(text) && text.normalize('NFD') !== text;
const ascii = /^[ -~]*$/;

function widthOf({ text, families }: Part, { sizePx, font, weight }: Style): number {
  if (families !== boxes.family) return textWidth(text, sizePx, font, weight);
  let widthEm = 0;
  for (const box of text) widthEm += boxes.widthsEm[(box.codePointAt(0) ?? 0) - boxes.firstCodePoint] ?? 0;
  return sizePx * widthEm;
}

/** The runs, split where the level changes. The rasterizer itself puts letters that it shapes into their order. */
function partsOf(runs: readonly FamilyRun[]): Part[] {
  const levels = levelsOf(runs.map(({ text }) => text).join(''));
  let at = 0;
  return runs.flatMap((run) => {
    const starts = run.isShaped ? syllableStarts(run.text) : null;
    let index = 0;
    const parts: (Omit<Part, 'text'> & { text: string })[] = [];
    for (const character of run.text) {
      const level = levels[at] ?? 0;
      at += 1;
      const last = parts.at(-1);
      if (last?.level === level && starts?.has(index) !== true) last.text += character;
      else parts.push({ ...run, text: character, level });
      index += character.length;
    }
    return parts.map((part) => (part.level === 1 && !run.isShaped ? { ...part, text: mirrored(part.text) } : part));
  });
}

/**
 * Where syllables of Devanagari and Thai begin. The rasterizer gives a syllable of several glyphs the width of the widest one, so what follows
 * it needs a place of its own. No rule of shaping reaches beyond a syllable.
 */
function syllableStarts(text: string): ReadonlySet<number> {
  if (!/[\u0900-\u097f\u0e00-\u0e7f]/.test(text)) return new Set();
  return new Set(Array.from(text.matchAll(syllable), ({ index }) => index));
}

const syllable = /(?:\p{L}\u093c?\u094d[\u200c\u200d]?)*.[\p{M}\u200c\u200d]*\u0e33?/gsu;
