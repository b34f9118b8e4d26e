/** draw-text: draws a text element as text that readers can select and search. */
import type { MarkupElement } from '#core/render/read-markup.ts';

import type { DrawingTools, DrawingPlace } from './drawing-tools.ts';
import { boundsAfter } from './matrix.ts';
import { isComposed, isRightToLeft, type PdfTextLine, textLinesOf } from './text-lines.ts';

/** The part of the font size above and below the baseline that letters take. */
const [above, below] = [0.95, 0.25];

export function drawText(element: MarkupElement, { matrix, address }: DrawingPlace, tools: DrawingTools): void {
  const { file, links, families } = tools;
  const { attributes } = element;
  const size = Number(attributes.get('font-size') ?? 16);
  file.document.fontSize(size).fillColor(attributes.get('fill') ?? '#000000');
  for (const line of textLinesOf(element, families)) {
    const { x, width } = drawLine(line, attributes.get('font-weight') ?? '400', tools);
    const rect = { x, y: line.y - size * above, width, height: size * (above + below) };
    if (address !== null) links.add(address, boundsAfter(matrix, rect));
  }
}

/** Answers the left edge and the width of the line. */
function drawLine(
  { x, y, anchor, runs }: PdfTextLine,
  weight: string,
  { file, fonts }: DrawingTools,
): { x: number; width: number } {
  const { document } = file;
  const placed = runs.map(({ text, families }) => {
    const name = fonts.nameOf(families, weight);
    // Its words are not laid out one by one: the first one is the last on the line.
    const shaping = isRightToLeft(text) ? { features: [] } : {};
    return { text, name, shaping, width: document.font(name).widthOfString(text, shaping) };
  });
  const width = placed.reduce((sum, run) => sum + run.width, 0);
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  let at = left;
  for (const { text, name, shaping, width: textWidth } of placed) {
    if (isComposed(text)) document.markContent('Span', { actual: text });
    const options = { lineBreak: false, baseline: 'alphabetic', textWidth, wordCount: 1, ...shaping } as const;
    document.font(name).text(text, at, y, options);
    if (isComposed(text)) document.endMarkedContent();
    at += textWidth;
  }
  return { x: left, width };
}
