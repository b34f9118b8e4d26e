/** The tool change_sheet: writes values by address, or cells, title and layout by ids. */
import Type from 'typebox';

import { ServiceRefusal } from '#clients/service/service-refusal.ts';
import type { Reply } from '#schema/api.ts';
import { setCells, writeSheet } from '#clients/verbs/sheets.ts';

import { input } from '../input.ts';
import { tool, type ToolAnswer } from '../tool.ts';
import { cellLine, pendingNote } from './read-sheet.ts';

const { values } = setCells.input.properties;
const { write } = writeSheet.input.properties;

export const changeSheet = tool({
  name: 'change_sheet',
  title: 'Change a sheet',
  description:
    'Write a sheet, all or nothing. Send exactly one of: values (by address: {"A1": 12, "B1": "=SUM(A1:A9)", "C1": null}), or write (cells with formats, the title, or changes of the layout, by the ids of rows and columns that read_sheet answers with view=json).',
  input: input({ ...setCells.input.properties, values: Type.Optional(values), write: Type.Optional(write) }),
  effect: 'destructive',
  idempotent: false,
  async run({ values: given, write: asked, ...at }, { service }) {
    if (given !== undefined && asked === undefined) return shown(await setCells.run({ ...at, values: given }, service));
    if (asked !== undefined && given === undefined) return shown(await writeSheet.run({ ...at, write: asked }, service));
    throw new ServiceRefusal({
      code: 'invalid_request',
      status: 400,
      detail: 'A call sends either values or write.',
      hint: 'Send exactly one of them.',
    });
  },
});

function shown({ write, rev, cells, pending }: Reply<'writeSheet'>): ToolAnswer {
  const inserted = write.kind === 'layout' ? write.changes.flatMap((change) => (change.k === 'insert' ? (change.ids ?? []) : [])) : []; // prettier-ignore
  const ids = inserted.length === 0 ? [] : [`inserted: ${inserted.join(' ')}`];
  return { text: [...ids, ...cells.map(cellLine)].join('\n'), foot: `rev ${rev}${pendingNote(pending)}` };
}
