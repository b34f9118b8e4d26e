/** The tool read_sheet: the sheets of a document, or one. */
import Type from 'typebox';

import { readSheets as verb } from '#clients/verbs/sheets.ts';
import { jsonOnOneLine, quote, quoteShort } from '#core/notation/quote.ts';
import { pendingText } from '#core/sheet/describe-sheet.ts';
import type { Cell, Sheet } from '#schema/sheet.ts';

import { input, offset } from '../input.ts';
import { tool } from '../tool.ts';

export const readSheet = tool({
  name: 'read_sheet',
  title: 'Read sheets',
  description: 'Read sheets: filled cells with values and formulas. json: formats and ids, too.',
  input: input({
    ...verb.input.properties,
    view: Type.Optional(Type.Enum(['cells', 'json'], { default: 'cells' })),
    ...offset,
  }),
  effect: 'read',
  idempotent: true,
  async run({ offset: skipped = 0, view = 'cells', ...asked }, { service }) {
    const { sheets } = await verb.run(asked, service);
    const lines = sheets.flatMap(view === 'json' ? jsonLinesOf : linesOf);
    return { text: lines.join('\n') || 'no sheets', offset: skipped, rest: 'Call again with that offset.' };
  },
});

const linesOf = ({ id, title, rev, layout, cells, pending }: Sheet): string[] => [
  `${id} ${quote(title)} · rev ${rev} · ${layout.rows.length} rows, ${layout.cols.length} columns${pendingNote(pending)}`,
  ...cells.map((cell) => `  ${cellLine(cell)}`),
];

/** A line for the sheet, some for its rows and columns, and one for each cell, so that it can be cut between two of them. */
const jsonLinesOf = ({ layout: { rows, cols, ...layout }, cells, ...head }: Sheet): string[] =>
  [
    { ...head, layout },
    ...inPieces(rows).map((ids) => ({ rows: ids })),
    ...inPieces(cols).map((ids) => ({ cols: ids })),
    ...cells,
  ].map(jsonOnOneLine);

const inPieces = (ids: readonly string[], size = 50): string[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, at) => ids.slice(at * size, (at + 1) * size));

/** For a first or last line: the formulas without a value. */
export const pendingNote = (count: number | undefined): string =>
  count === undefined ? '' : ` · ${count} formula${count === 1 ? '' : 's'} still being calculated: read the sheet again`;

/** `B2 "5,00" =SUM(A1:A9)`. */
export function cellLine({ a1, r, c, i, text, v, pending }: Cell): string {
  const shown = text ?? (pending === true ? pendingText : v === undefined ? inputText(i) : Object.values(v).join(''));
  const formula = i !== null && 's' in i && i.s.startsWith('=') ? ` ${quoteShort(i.s, 200)}` : '';
  return `${a1 ?? `${r}:${c}`} ${quoteShort(shown, 200)}${formula}`;
}

const inputText = (i: Cell['i']): string => (i === null ? '' : Object.values(i).map(String).join(''));
