/** The tool change_sheet: writes values, formats and the layout by address, or cells, title and layout by ids. */
import Type from 'typebox';

import { ServiceRefusal } from '#clients/service/service-refusal.ts';
import type { Reply } from '#schema/api.ts';
import type { Cell } from '#schema/sheet.ts';
import { arrangeSheet, setCells, writeSheet } from '#clients/verbs/sheets.ts';

import { input } from '../input.ts';
import { tool, type ToolAnswer } from '../tool.ts';
import { cellLine, pendingNote } from './read-sheet.ts';

const { values, formats, ...at } = setCells.input.properties;
const { sizes, merges, freeze } = arrangeSheet.input.properties;
const { write } = writeSheet.input.properties;

export const changeSheet = tool({
  name: 'change_sheet',
  title: 'Change a sheet',
  description:
    'Write a sheet: values and formats by address; or sizes, merges and freeze; or write, which has ids that read_sheet shows with view=json.',
  input: input({ ...at, values, formats, sizes, merges, freeze, write: Type.Optional(write) }),
  args: {
    values: '{"A1":"Costs","B1":12,"B2":"=SUM(B1:B1)","C1":null}',
    formats: '{"A1:C1":{"b":true,"bg":"#fff2cc"},"B2:B9":{"nf":"percent"}}; null removes a key.',
    sizes: 'Pixels: {"A":160,"B:D":90,"2:9":24}.',
    merges: '["A1:C1"]; a single cell separates it.',
    freeze: '{"rows":1,"cols":0}',
    write: '{"kind":"title","title":"Costs"}, or kind cells, layout.',
  },
  effect: 'destructive',
  idempotent: false,
  async run(sent, { service }) {
    const place = { document: sent.document, sheet: sent.sheet };
    const cells = given({ values: sent.values, formats: sent.formats });
    const layout = given({ sizes: sent.sizes, merges: sent.merges, freeze: sent.freeze });
    const forms = [cells, layout, given({ write: sent.write })].filter((form) => Object.keys(form).length > 0);
    if (forms.length !== 1) {
      throw new ServiceRefusal({
        code: 'invalid_request',
        status: 400,
        detail: 'A call sends values and formats, or sizes, merges and freeze, or write.',
        hint: 'Send one of them, and the others in further calls.',
      });
    }
    if (sent.write !== undefined) return shown(await writeSheet.run({ ...place, write: sent.write }, service));
    if (forms[0] === cells) return shown(await setCells.run({ ...place, ...cells }, service));
    return shown(await arrangeSheet.run({ ...place, ...layout }, service));
  },
});

/** The members that have a value. */
const given = <T extends object>(members: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };

/** A formula that was written by address is known to the caller; as it is stored, by ids, it says nothing. */
const writtenLine = (cell: Cell): string =>
  cellLine(cell.a1 !== undefined && (cell.v !== undefined || cell.pending === true) ? { ...cell, i: null } : cell);

function shown({ write, rev, cells, pending }: Reply<'writeSheet'>): ToolAnswer {
  const inserted = write.kind === 'layout' ? write.changes.flatMap((change) => (change.k === 'insert' ? (change.ids ?? []) : [])) : []; // prettier-ignore
  const ids = inserted.length === 0 ? [] : [`inserted: ${inserted.join(' ')}`];
  return { text: [...ids, ...cells.map(writtenLine)].join('\n'), foot: `rev ${rev}${pendingNote(pending)}` };
}
