/** The commands `import` and `export`: a diagram in another format onto a tab, and a tab into a file. */
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';

import type { Command } from 'commander';

import type { ImportReport } from '#schema/changeset.ts';
import { exportFormats, importFormats } from '#schema/exchange-formats.ts';

import { UsageError } from '../exit-codes.ts';
import { readText } from '../input-file.ts';
import type { Open } from './command.ts';

type ImportOptions = {
  tab?: string;
  format?: string;
  mode?: 'add' | 'update';
  as?: 'table' | 'cards' | 'tree';
  source?: string;
  dryRun?: boolean;
};
type ExportOptions = { tab?: string; format: string; elements?: string; pages?: string; scale?: string; output?: string };

export function addExchange(program: Command, open: Open): void {
  program
    .command('import <file> <doc>')
    .summary('draw a file of Mermaid, draw.io, Excalidraw or CSV, or stdin (-)')
    .description('Draws a diagram as one changeset. --mode update brings what an earlier import of the file drew up to date.')
    .option('--tab <tab>', "the tab's id or name (default: the first)")
    .option('--format <format>', `${importFormats.join(', ')} (default: auto)`)
    .option('--as <form>', 'what the rows of a CSV file become: table, cards or tree')
    .option('--mode <mode>', 'add or update (default: add)')
    .option('--source <name>', 'the name of the source (default: the name of the file)')
    .option('--dry-run', 'show what it would do; nothing is applied')
    .addHelpText('after', '\nExample:\n  atelier import flow.mmd "Payments" --mode update --dry-run')
    .action(async (file: string, document: string, options: ImportOptions, command) => {
      const session = open(command);
      if (options.mode !== undefined && options.mode !== 'add' && options.mode !== 'update')
        throw new UsageError('--mode is add or update.');
      if (options.format !== undefined && !importFormats.some((format) => format === options.format))
        throw new UsageError(`--format is one of ${importFormats.join(', ')}.`);
      if (options.as !== undefined && options.as !== 'table' && options.as !== 'cards' && options.as !== 'tree')
        throw new UsageError('--as is table, cards or tree.');
      const { importedFile } = await import('#clients/verbs/exchange.ts');
      const text = await readText(session.io, file);
      const source = file === '-' ? {} : { source: basename(file) };
      const reply = await importedFile({ document, text, ...source, ...options }, await session.service());
      const losses = reply.report === undefined ? [] : lossesOf(reply.report);
      session.show({ json: reply, id: reply.changeset?.id, text: () => [reply.text, ...losses].join('\n') });
    });
  program
    .command('export <doc>')
    .summary('write a tab as Mermaid, draw.io, Excalidraw, SVG, PNG, PDF or JSON')
    .option('--tab <tab>', "the tab's id or name (default: the first)")
    .option('--format <format>', exportFormats.join(', '), 'mermaid')
    .option('--elements <refs>', 'only these, with what is in them and the arrows between them; separated by commas')
    .option('--pages <pages>', 'of a tab of pages, only these: places, ranges, ids or names, separated by commas')
    .option('--scale <number>', 'of a PNG: its pixels per pixel of the tab (default: 1)')
    .option('-o, --output <file>', 'the file to write (default: stdout)')
    .addHelpText(
      'after',
      '\nExamples:\n  atelier export "Payments" --format mermaid -o payments.mmd\n  atelier export "Review" --format pdf --pages 1,3-5 -o review.pdf',
    )
    .action(async (document: string, { output, scale, ...options }: ExportOptions, command) => {
      const session = open(command);
      const { exportedBytes } = await import('#clients/verbs/exchange.ts');
      if (output === undefined && (options.format === 'png' || options.format === 'pdf'))
        throw new UsageError(`A ${options.format.toUpperCase()} needs --output.`);
      const factor = scale === undefined ? {} : { scale: factorOf(scale) };
      const bytes = await exportedBytes({ document, ...options, ...factor }, await session.service());
      if (output === undefined) session.show({ json: null, id: undefined, text: () => Buffer.from(bytes).toString('utf8') });
      else await writeFile(output, bytes);
    });
}

function factorOf(text: string): number {
  const factor = Number(text);
  if (!(factor > 0)) throw new UsageError('--scale is a number.');
  return factor;
}

const lossesOf = ({ coerced, dropped }: ImportReport): string[] => [
  ...coerced.map(({ source, what, became }) => `coerced ${source}: ${what} became ${became}`),
  ...dropped.map(({ source, what, why }) => `dropped ${source}: ${what} (${why})`),
];
