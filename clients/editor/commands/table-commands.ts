/** table-commands: rows and columns of the table that is being edited or selected. */
import type { Table } from '#schema/element.ts';

import { writeChange } from '../changes/write-change.ts';
import type { Change } from '../changes/change.ts';
import { type CellPlace, cellAt, insertColumn, insertRow, removeColumn, removeRow } from '../changes/table-cells.ts';
import type { Editor } from '../state/editor.ts';
import type { Command } from '../state/command.ts';
import { commandGroups as groups, commandNeeds as needs, commandTexts as texts, type CommandWords } from '../strings/commands.ts';
import { hasFree } from './when.ts';

type Act = (table: Table, at: CellPlace) => Change;

const acts: readonly (readonly [id: string, words: CommandWords, act: Act])[] = [
  ['table-row-above', texts['table-row-above'], ({ id }, { row }) => insertRow(id, Math.max(0, row))],
  ['table-row-below', texts['table-row-below'], ({ id }, { row }) => insertRow(id, row + 1)],
  ['table-row-remove', texts['table-row-remove'], ({ id }, { row }) => removeRow(id, row)],
  ['table-column-left', texts['table-column-left'], ({ id }, { column }) => insertColumn(id, column)],
  ['table-column-right', texts['table-column-right'], ({ id }, { column }) => insertColumn(id, column + 1)],
  ['table-column-remove', texts['table-column-remove'], ({ id }, { column }) => removeColumn(id, column)],
];

export const tableCommands: readonly Command[] = acts.map(([id, words, act]) => ({
  id,
  ...words,
  group: groups.table,
  when: (editor) => hasFree(editor) && tableOf(editor) !== null,
  needs: needs.table,
  run(editor) {
    const table = tableOf(editor);
    if (table !== null) writeChange(editor, act(table, placeIn(table, editor)));
  },
}));

function tableOf({ selection, tab }: Editor): Table | null {
  const selected = selection.get();
  const [id] = selected;
  const element = selected.size === 1 ? tab.view.get(id ?? '') : undefined;
  return element?.type === 'table' ? element : null;
}

/** The cell that is being edited, or under the pointer; otherwise the last one. */
function placeIn(table: Table, { canvas }: Editor): CellPlace {
  const editing = canvas.editing.get();
  if (editing?.kind === 'cell' && editing.id === table.id) return editing.at;
  const at = canvas.pointer === null ? null : cellAt(table, canvas.pointer[0], canvas.pointer[1]);
  return at ?? { row: table.rows.length - 1, column: table.columns.length - 1 };
}
