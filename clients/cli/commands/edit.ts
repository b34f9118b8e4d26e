/** The commands `edit` and `element …`, which change a tab by a changeset. */
import type { Command } from 'commander';

import type { ChangesetAnswer } from '#schema/changeset.ts';

import { UsageError } from '../exit-codes.ts';
import { readText } from '../input-file.ts';
import { lineOf } from '../line-of.ts';
import type { CliSession } from '../session.ts';
import { integer } from '../values.ts';
import type { Open } from './command.ts';

type EditCommandOptions = { tab?: string; dryRun?: boolean; baseRev?: number; expectedRev?: number; summary?: string };

export function addEdit(program: Command, open: Open): void {
  changesetOptions(program.command('edit <doc>').summary('apply a changeset from a file or stdin'))
    .description('Applies a changeset, one operation a line, all or nothing.')
    .requiredOption('-f, --file <file>', 'file with the operations; - for stdin')
    .option('--replace', 'replace the whole tab: it ends up with exactly what the operations add')
    .addHelpText(
      'after',
      `
Examples:
  atelier edit "Payments" -f plan.txt --dry-run
  printf 'add square id=a label=Cart\\nadd cylinder id=b label=Orders right-of:a\\nconnect a -> b\\n' | atelier edit "Payments" -f -`,
    )
    .action(
      async (
        document: string,
        { file, replace, ...options }: EditCommandOptions & { file: string; replace?: boolean },
        command,
      ) => {
        const session = open(command);
        await apply(session, document, await readText(session.io, file), options, replace === true);
      },
    );

  const element = program.command('element').summary('change elements, one operation at a time');
  for (const [name, example] of Object.entries(operations)) {
    changesetOptions(element.command(`${name} <doc> <words...>`).summary(`the operation ${name}`))
      .allowUnknownOption()
      .addHelpText('after', `\nExample:\n  atelier element ${name} "Payments" ${example}`)
      .action((document: string, words: string[], options: EditCommandOptions, command) =>
        applyOne(open(command), document, lineOf(name, words), options),
      );
  }
  changesetOptions(element.command('connect <doc> <from> <to> [words...]').summary('the operation connect'))
    .addHelpText('after', `\nExample:\n  atelier element connect "Payments" cart orders label="places"`)
    .action((document: string, from: string, to: string, words: string[], options: EditCommandOptions, command) =>
      applyOne(open(command), document, lineOf('connect', [from, '->', to, ...words]), options),
    );
}

/** Operations of one line, with an example each. */
const operations = {
  add: 'square label="Pay now" right-of:cart',
  set: 'cart fill=blue',
  rm: 'cart',
  move: 'cart below:orders',
  insert: 'diamond label="Paid?" between cart orders',
  wrap: 'cart orders in frame label="Shop"',
} as const;

/** Options of every command that applies a changeset. */
const changesetOptions = (command: Command): Command =>
  command
    .option('--tab <tab>', "the tab's id or name (default: the first)")
    .option('--dry-run', 'show what it would do; nothing is applied')
    .option(
      '--base-rev <rev>',
      'refuse if others have changed the same elements since this revision, which you have read',
      integer,
    )
    .option('--expected-rev <rev>', 'refuse if the tab is at any other revision', integer)
    .option('--summary <text>', 'what this change is about, for people');

async function apply(
  session: CliSession,
  document: string,
  operations: string,
  options: EditCommandOptions,
  replaces: boolean,
): Promise<void> {
  const { applyChangeset, replaceTab } = await import('#clients/verbs/edit.ts');
  const service = await session.service();
  const { expectedRev, ...rest } = options;
  if (replaces && expectedRev !== undefined) throw new UsageError('--replace takes --base-rev, not --expected-rev.');
  const reply = replaces
    ? await replaceTab.run({ document, operations, ...rest }, service)
    : await applyChangeset.run({ document, operations, ...options }, service);
  showChangeset(session, reply, reply.text);
}

/** A single operation is about what is there now, so its text has no warning that there was no base revision. */
async function applyOne(session: CliSession, document: string, operation: string, options: EditCommandOptions): Promise<void> {
  const { applyChangeset } = await import('#clients/verbs/edit.ts');
  const reply = await applyChangeset.run({ document, operations: operation, ...options }, await session.service());
  const warning = reply.results.find(({ code }) => code === 'no_base')?.line;
  const lines = reply.text.split('\n');
  showChangeset(session, reply, lines.filter((line) => line !== warning).join('\n'));
}

const showChangeset = (session: CliSession, answer: ChangesetAnswer, text: string): void =>
  session.show({ json: answer, id: answer.changeset?.id, text: () => text });
