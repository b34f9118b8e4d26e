/** text-lines: the lines of a text element, each of runs in one font. */
import type { Attribute } from '#core/render/markup.ts';
import type { MarkupElement } from '#core/render/read-markup.ts';

export type TextRun = { readonly text: string; readonly families: string };

/** Runs that follow each other. `x`: the left edge, the middle or the right edge of the line, as `anchor` says; `y`: the baseline. */
export type PdfTextLine = {
  readonly x: number;
  readonly y: number;
  readonly anchor: string;
  readonly runs: TextRun[];
};

/** `families`: those of the picture. */
export function textLinesOf(text: MarkupElement, families: string): PdfTextLine[] {
  const lines: PdfTextLine[] = [];
  read(text, { x: 0, y: 0, anchor: 'start', families }, lines);
  return lines.filter(({ runs }) => runs.length > 0).reduce<PdfTextLine[]>(joined, []);
}

/**
 * Adds a line, or its text to the last one: pictures place each syllable of some scripts, and readers take what has its own place for a
 * word. Words from right to left stay where they are, as a line has them in another order.
 */
function joined(lines: PdfTextLine[], line: PdfTextLine): PdfTextLine[] {
  const [last, run] = [lines.at(-1)?.runs.at(-1), line.runs[0]];
  const isNext = last !== undefined && run !== undefined && lines.at(-1)?.y === line.y && last.families === run.families;
  if (!isNext || !isComposed(last.text) || !isComposed(run.text)) return [...lines, line];
  lines.at(-1)?.runs.splice(-1, 1, { ...last, text: last.text + run.text }, ...line.runs.slice(1));
  return lines;
}

/** Scripts from left to right of which a sign stands for several letters, in another order than they are written in. */
const composed = /[\u0900-\u0dff\u0e00-\u0eff\u0f00-\u109f\u1780-\u17ff]|\u200d|\ufe0f/u;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

export const isComposed = (text: string): boolean => composed.test(text);
export const isRightToLeft = (text: string): boolean => rightToLeft.test(text);

type Inherited = Pick<PdfTextLine, 'x' | 'y' | 'anchor'> & { readonly families: string };

function read({ tag, attributes, children }: MarkupElement, outer: Inherited, lines: PdfTextLine[]): void {
  // The title of a text is shown when the pointer is on it.
  if (tag === 'title') return;
  const number = (name: Attribute, value: number): number => Number(attributes.get(name) ?? value);
  const [x, y] = [number('x', outer.x), number('y', outer.y)];
  const anchor = attributes.get('text-anchor') ?? outer.anchor;
  const families = attributes.get('font-family') ?? outer.families;
  if (tag === 'text' || attributes.has('x') || attributes.has('text-anchor')) lines.push({ x, y, anchor, runs: [] });
  for (const child of children) {
    if (typeof child !== 'string') read(child, { x, y, anchor, families }, lines);
    else if (child !== '') lines.at(-1)?.runs.push({ text: child, families });
  }
}
