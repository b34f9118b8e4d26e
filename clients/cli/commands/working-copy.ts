/** The commands `pull`, `status`, `diff` and `push`: tabs as files, for version control. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { Command } from 'commander';

import type { FolderState } from '#clients/working-copy/folder-state.ts';
import type { MergeSide } from '#core/tab-text/merge-contents.ts';

import { UsageError } from '../exit-codes.ts';
import type { CliSession } from '../session.ts';
import type { Open } from './command.ts';

type Winner = { ours?: boolean; theirs?: boolean };

export function addWorkingCopy(program: Command, open: Open): void {
  program
    .command('pull [doc] [folder]')
    .summary('write the tabs of a document into files, one a tab, or bring such files up to date')
    .description(
      'Writes a file a tab into the folder (default: the current one), or merges what changed on the server into the files there. Without a document, of the document that was pulled before. If both sides changed the same thing, nothing is written, and the exit code is 5.',
    )
    .option('--ours', 'in conflicts, keep what the files say')
    .option('--theirs', 'in conflicts, take what the server says; also restores removed files')
    .addHelpText('after', '\nExamples:\n  atelier pull "Payments" diagrams\n  atelier pull diagrams\n  atelier pull --theirs')
    .action(async (first: string | undefined, second: string | undefined, options: Winner, command) => {
      const session = open(command);
      const winner = winnerOf(options);
      const { readState } = await import('#clients/working-copy/folder-state.ts');
      const { pull } = await import('#clients/working-copy/pull.ts');
      const isFolder = second === undefined && (first === undefined || (await isPulled(first)));
      const folder = (isFolder ? first : second) ?? '.';
      const document = isFolder ? undefined : first;
      const present = await readState(folder);
      const service = await session.service();
      const state = await stateFor(document, folder, present, service);
      const pulled = await pull(folder, state, service, winner);
      session.show({
        json: { folder, document: state.document, files: pulled },
        id: pulled.map(({ file }) => file).join('\n'),
        text: () => pulled.map(({ file, did }) => `${did.padEnd(9)}  ${file}`).join('\n'),
      });
    });

  program
    .command('status [folder]')
    .summary('list the tabs that changed in pulled files, on the server, or on both')
    .addHelpText('after', '\nExample:\n  atelier status diagrams')
    .action(async (folder: string | undefined, _options, command) => {
      const session = open(command);
      const { statusOf, statusText } = await import('#clients/working-copy/status.ts');
      const statuses = statusOf(await opened(session, folder));
      session.show({
        json: { tabs: statuses },
        id: statuses.flatMap(({ file }) => file ?? []).join('\n'),
        text: () => statusText(statuses),
      });
    });

  program
    .command('diff [folder]')
    .summary('show the lines in which pulled files differ from the server, as a unified diff')
    .description('Shows the lines in which the files differ from the server now: - is the server, + the file.')
    .option('--base', 'compare with what was pulled instead; calls no server')
    .addHelpText('after', '\nExamples:\n  atelier diff diagrams\n  atelier diff --base')
    .action(async (folder: string | undefined, { base }: { base?: boolean }, command) => {
      const session = open(command);
      const { fileDiff } = await import('#clients/working-copy/file-diff.ts');
      const text = await fileDiff(folder ?? '.', base === true ? null : await session.service());
      session.show({ json: { diff: text }, text: () => text });
    });

  program
    .command('push [folder]')
    .summary('write what changed in pulled files to the server, one changeset a tab')
    .description(
      'Merges the files with the server by element and field, and writes the difference: one changeset a tab, or several above 500 operations. If both sides changed the same thing, nothing is written, and the exit code is 5; with nothing to push it is 4. Afterwards the files are as the server has them.',
    )
    .option('--dry-run', 'show what it would do; nothing is written')
    .option('--ours', 'in conflicts, write what the files say')
    .option('--prune', 'remove the tabs whose files were removed')
    .option('--summary <text>', 'what this change is about, for people')
    .addHelpText(
      'after',
      '\nExamples:\n  atelier push diagrams --dry-run\n  atelier push diagrams --summary "$(git log -1 --format=%s)"',
    )
    .action(
      async (
        folder: string | undefined,
        { dryRun, ours, prune, summary }: { dryRun?: boolean; ours?: boolean; prune?: boolean; summary?: string },
        command,
      ) => {
        const session = open(command);
        const { push } = await import('#clients/working-copy/push.ts');
        const { stateIn } = await import('#clients/working-copy/working-copy.ts');
        const state = await stateIn(folder ?? '.');
        const winner = ours === true ? 'ours' : undefined;
        const proposes = session.options.propose === true;
        if (proposes && dryRun === true) throw new UsageError('Give --dry-run or --propose, not both.');
        const options = { dryRun: dryRun === true, winner, prune: prune === true, summary, proposes } as const;
        const pushed = await push(folder ?? '.', state, await session.service(), options);
        session.show({
          json: { dryRun: options.dryRun, tabs: pushed },
          id: pushed.flatMap(({ changesets }) => changesets).join('\n'),
          text: () => pushed.map(({ file, text }) => `${file}\n${text.replace(/^/gm, '  ')}`).join('\n'),
        });
      },
    );
}

function winnerOf({ ours, theirs }: Winner): MergeSide | undefined {
  if (ours === true && theirs === true) throw new UsageError('Give --ours or --theirs, not both.');
  return ours === true ? 'ours' : theirs === true ? 'theirs' : undefined;
}

const isPulled = (folder: string): Promise<boolean> =>
  stat(join(folder, '.atelier')).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** The state of the folder, or a new one for the document. */
async function stateFor(
  document: string | undefined,
  folder: string,
  present: FolderState | null,
  service: Awaited<ReturnType<CliSession['service']>>,
): Promise<FolderState> {
  const { stateIn } = await import('#clients/working-copy/working-copy.ts');
  if (document === undefined) return stateIn(folder);
  const { findDocument } = await import('#clients/service/find-document.ts');
  const id = await findDocument(service, document);
  if (present !== null && present.document.id !== id)
    throw new UsageError(`${folder} has the files of another document, ${present.document.name}: name another folder.`);
  const { name } = await service.json('GET /documents/:doc', { params: { doc: id } });
  return { version: 1, tabs: [], ...present, server: service.url, document: { id, name } };
}

async function opened(session: CliSession, folder = '.') {
  const { openWorkingCopy, stateIn } = await import('#clients/working-copy/working-copy.ts');
  return openWorkingCopy(folder, await stateIn(folder), await session.service());
}
