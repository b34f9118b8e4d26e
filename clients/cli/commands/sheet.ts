/** The command `sheet set`, which reads cells from words. */
import type { Command } from 'commander';

import { count } from '#clients/text/table.ts';

import { UsageError } from '../exit-codes.ts';
import type { Open } from './command.ts';

export function addSheet(sheet: Command, open: Open): void {
  sheet
    .command('set <doc> <sheet> <cells...>')
    .summary('write cells: A1=value, A1==formula, A1= to empty')
    .addHelpText('after', '\nExample:\n  atelier sheet set "Payments" "Fees" A1=Card B1=0.029 "B2==SUM(B1:B1)"')
    .action(async (document: string, title: string, words: string[], _options, command) => {
      const { pendingText, setCells } = await import('#clients/verbs/sheets.ts');
      const session = open(command);
      const reply = await setCells.run({ document, sheet: title, values: await valuesOf(words) }, await session.service());
      const pending = reply.pending === undefined ? '' : `, ${pendingText(reply.pending)}`;
      session.show({ json: reply, text: () => `rev ${reply.rev}, ${count(reply.cells.length, 'cell')} changed${pending}` });
    });
}

/** Words such as `A1=12`: numbers, TRUE and FALSE are read as such, `=…` is a formula, everything else is text. */
async function valuesOf(words: readonly string[]): Promise<Record<string, string | number | boolean | null>> {
  const { inputOf } = await import('#core/sheet/cell-input.ts');
  return Object.fromEntries(
    words.map((word) => {
      const at = word.indexOf('=');
      if (at <= 0) throw new UsageError(`${word} is not of the form A1=value.`);
      const input = inputOf(word.slice(at + 1));
      return [word.slice(0, at), input === null ? null : 'n' in input ? input.n : 'b' in input ? input.b : input.s];
    }),
  );
}
