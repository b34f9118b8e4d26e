/** sheet: `sheet …`: grids of cells with formulas. */
import type { Command } from 'commander';

import { inputOf } from '#core/sheet/cell-input.ts';
import type { Sheet } from '#schema/sheet.ts';

import { UsageError } from '../exit-codes.ts';
import { count, table } from '#clients/text/table.ts';
import { integer } from '../values.ts';
import type { Open } from './command.ts';

type SizeOptions = { tab?: string; rows?: number; cols?: number };

export function addSheet(program: Command, open: Open): void {
  const sheet = program.command('sheet').summary('sheets: list, show, add, write cells');

  sheet
    .command('ls <doc>')
    .summary('list the sheets of a document')
    .option('--tab <tab>', 'only those of this tab (id or name)')
    .action(async (document: string, options: { tab?: string }, command) => {
      const { readSheets } = await import('#clients/verbs/sheets.ts');
      const session = open(command);
      const list = await readSheets.run({ document, ...options }, await session.service());
      session.show({ json: list, id: list.sheets.map(({ id }) => id).join('\n'), text: () => table(list.sheets.map(row)) });
    });

  sheet
    .command('show <doc> <sheet>')
    .summary('show what the cells of a sheet show')
    .description('Shows the filled cells: address, what it shows, and the formula where there is one.')
    .action(async (document: string, title: string, _options, command) => {
      const { readSheets } = await import('#clients/verbs/sheets.ts');
      const session = open(command);
      const list = await readSheets.run({ document, sheet: title }, await session.service());
      session.show({ json: list, id: list.sheets[0]?.id, text: () => list.sheets.map(cells).join('\n') });
    });

  sheet
    .command('add <doc> <title>')
    .summary('add a sheet to a tab')
    .option('--tab <tab>', "the tab's id or name (default: the first)")
    .option('--rows <number>', 'how many rows (default: 20)', integer)
    .option('--cols <number>', 'how many columns (default: 8)', integer)
    .addHelpText('after', '\nExample:\n  atelier sheet add "Payments" "Fees" --rows 50')
    .action(async (document: string, title: string, options: SizeOptions, command) => {
      const verbs = await import('#clients/verbs/sheets.ts');
      const session = open(command);
      const made = await verbs.addSheet.run({ document, title, ...options }, await session.service());
      session.show({ json: made, id: made.sheet.id, text: () => table([row(made.sheet)]) });
    });

  sheet
    .command('set <doc> <sheet> <cells...>')
    .summary('write cells: A1=value, A1==formula, A1= to empty')
    .addHelpText('after', '\nExample:\n  atelier sheet set "Payments" "Fees" A1=Card B1=0.029 "B2==SUM(B1:B1)"')
    .action(async (document: string, title: string, words: string[], _options, command) => {
      const { setCells } = await import('#clients/verbs/sheets.ts');
      const session = open(command);
      const written = await setCells.run({ document, sheet: title, values: valuesOf(words) }, await session.service());
      session.show({
        json: written,
        text: () => `rev ${written.rev}, ${count(written.cells.length, 'cell')} changed${pendingNote(written.pending)}`,
      });
    });
}

const row = ({ id, title, rev, layout, cells: filled }: Sheet): string[] => [
  id,
  title,
  `rev ${rev}`,
  count(layout.rows.length, 'row'),
  count(layout.cols.length, 'column'),
  count(filled.length, 'cell'),
];

const cells = ({ cells: filled, pending }: Sheet): string =>
  table(filled.map(({ a1 = '', text = '', i }) => [a1, text, i !== null && 's' in i && i.s.startsWith('=') ? i.s : ''])) +
  (pending === undefined ? '' : `\n${pendingNote(pending).slice(2)}`);

const pendingNote = (pending: number | undefined): string =>
  pending === undefined ? '' : `, ${count(pending, 'formula')} still being calculated`;

/** Words such as `A1=12`: numbers, TRUE and FALSE are those, `=…` is a formula, all else is text. */
function valuesOf(words: readonly string[]): Record<string, string | number | boolean | null> {
  return Object.fromEntries(
    words.map((word) => {
      const at = word.indexOf('=');
      if (at <= 0) throw new UsageError(`${word} is not of the form A1=value.`);
      const input = inputOf(word.slice(at + 1));
      return [word.slice(0, at), input === null ? null : 'n' in input ? input.n : 'b' in input ? input.b : input.s];
    }),
  );
}
