/** read_sheet: the sheets of a document, or one. */
import { readSheets as verb } from '#clients/verbs/sheets.ts';
import { quote, quoteShort } from '#core/notation/quote.ts';
import type { Cell, Sheet } from '#schema/sheet.ts';

import { input, offset } from '../input.ts';
import { tool } from '../tool.ts';

export const readSheet = tool({
  name: 'read_sheet',
  title: 'Read sheets',
  description:
    'Read the sheets of a document, of a tab, or one by id or title: each filled cell with its address, what it shows, and its formula. The body has the ids of rows and columns that change_sheet takes.',
  input: input({ ...verb.input.properties, ...offset }),
  effect: 'read',
  idempotent: true,
  async run({ offset: skipped = 0, ...asked }, { service }) {
    const body = await verb.run(asked, service);
    return { body, text: body.sheets.flatMap(linesOf).join('\n'), offset: skipped, rest: 'Call again with that offset.' };
  },
});

const linesOf = ({ id, title, rev, layout, cells }: Sheet): string[] => [
  `${id} ${quote(title)} · rev ${rev} · ${layout.rows.length} rows, ${layout.cols.length} columns`,
  ...cells.map((cell) => `  ${cellLine(cell)}`),
];

/** `B2 "5,00" =SUM(A1:A9)`. */
export function cellLine({ a1, r, c, i, text, v }: Cell): string {
  const shown = text ?? (v === undefined ? inputText(i) : Object.values(v).join(''));
  const formula = i !== null && 's' in i && i.s.startsWith('=') ? ` ${quoteShort(i.s, 200)}` : '';
  return `${a1 ?? `${r}:${c}`} ${quoteShort(shown, 200)}${formula}`;
}

const inputText = (i: Cell['i']): string => (i === null ? '' : Object.values(i).map(String).join(''));
