/** changeset: `changeset …`: what was applied, and taking it back. */
import type { Command } from 'commander';

import type { ChangesetRecord } from '#schema/changeset.ts';

import { day, table } from '#clients/text/table.ts';
import { integer } from '../values.ts';
import type { Open } from './command.ts';

export function addChangeset(program: Command, open: Open): void {
  const changeset = program.command('changeset').summary('changesets: list, show, take back');

  changeset
    .command('ls <doc>')
    .summary("list a document's changesets of the last 30 days, the newest first")
    .option('--tab <tab>', 'only those of this tab (id or name)')
    .option('--limit <number>', '1 to 100 (default: 20)', integer)
    .option('--before <id>', 'those before this one')
    .action(async (document: string, options: { tab?: string; limit?: number; before?: string }, command) => {
      const { listChangesets } = await import('#clients/verbs/changesets.ts');
      const session = open(command);
      const list = await listChangesets.run({ document, ...options }, await session.service());
      session.show({
        json: list,
        id: list.changesets.map(({ id }) => id).join('\n'),
        text: () => table(list.changesets.map(row)),
      });
    });

  changeset
    .command('show <doc> <id>')
    .summary('show what a changeset did')
    .action(async (document: string, id: string, _options, command) => {
      const { showChangeset } = await import('#clients/verbs/changesets.ts');
      const session = open(command);
      const shown = await showChangeset.run({ document, changeset: id }, await session.service());
      session.show({ json: shown, id, text: () => `${table([row(shown.changeset)])}\n${shown.text}` });
    });

  changeset
    .command('revert <doc> <id>')
    .summary('take a changeset back; what changed since is kept')
    .description('Takes a changeset back, by a changeset of its own. What changed since is kept, and listed with the reason.')
    .addHelpText('after', '\nExample:\n  atelier changeset revert "Payments" cs_…')
    .action(async (document: string, id: string, _options, command) => {
      const { revertChangeset } = await import('#clients/verbs/changesets.ts');
      const session = open(command);
      const reverted = await revertChangeset.run({ document, changeset: id }, await session.service());
      session.show({ json: reverted, id: reverted.changeset?.id, text: () => reverted.text });
    });
}

const row = ({ id, rev, author, agent, summary = '', counts, revertOf, createdAt }: ChangesetRecord): string[] => [
  id,
  day(createdAt),
  `rev ${rev}`,
  `+${counts.added} ~${counts.changed} -${counts.removed}`,
  agent ? `${author.name} (agent)` : author.name,
  revertOf === null ? summary : `reverts ${revertOf}`,
];
