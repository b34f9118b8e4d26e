/** doc: `doc …`, about whole documents. */
import type { Command } from 'commander';

import type { Document } from '#schema/document.ts';

import { plainLine } from '#clients/text/plain.ts';
import { count, day, table } from '#clients/text/table.ts';
import type { Open } from './command.ts';

export function addDoc(program: Command, open: Open): void {
  const doc = program.command('doc').summary('documents: list, make, show, copy, rename, remove');

  doc
    .command('ls [part]')
    .summary('list documents, the newest change first')
    .description('Lists the documents that you may read, or those whose name has this part.')
    .addHelpText('after', '\nExample:\n  atelier doc ls pay')
    .action(async (part: string | undefined, _options, command) => {
      const { listDocuments } = await import('#clients/verbs/documents.ts');
      const session = open(command);
      const service = await session.service();
      const documents: Document[] = [];
      let cursor: string | undefined;
      do {
        const page = await listDocuments.run({ limit: 100, ...(part !== undefined && { q: part }), ...(cursor !== undefined && { cursor }) }, service); // prettier-ignore
        documents.push(...page.documents);
        cursor = page.next ?? undefined;
      } while (cursor !== undefined);
      session.show({
        json: { documents, next: null },
        id: documents.map(({ id }) => id).join('\n'),
        text: () => table(documents.map(({ id, name, tabs, access, updatedAt }) => [id, name, count(tabs.length, 'tab'), access, day(updatedAt)])), // prettier-ignore
      });
    });

  doc
    .command('new [name]')
    .summary('make a document with one empty tab')
    .addHelpText('after', '\nExample:\n  DOC=$(atelier -q doc new "Payments")')
    .action(async (name: string | undefined, _options, command) => {
      const { createDocument } = await import('#clients/verbs/documents.ts');
      const session = open(command);
      const made = await createDocument.run(name === undefined ? {} : { name }, await session.service());
      session.show({ json: made, id: made.id, text: () => summary(made) });
    });

  doc
    .command('show <doc>')
    .summary('show a document and its tabs')
    .description('Shows a document, which is named by its id, by its name where only one has it, or by the address of its page.')
    .addHelpText('after', '\nExample:\n  atelier doc show "Payments"')
    .action(async (document: string, _options, command) => {
      const { readDocument } = await import('#clients/verbs/documents.ts');
      const session = open(command);
      const shown = await readDocument.run({ document }, await session.service());
      session.show({ json: shown, id: shown.id, text: () => summary(shown) });
    });

  doc
    .command('copy <doc> [name]')
    .summary('copy a document into your own')
    .action(async (document: string, name: string | undefined, _options, command) => {
      const { copyDocument } = await import('#clients/verbs/documents.ts');
      const session = open(command);
      const made = await copyDocument.run({ document, ...(name !== undefined && { name }) }, await session.service());
      session.show({ json: made, id: made.id, text: () => summary(made) });
    });

  doc
    .command('rename <doc> <name>')
    .summary('give a document another name')
    .action(async (document: string, name: string, _options, command) => {
      const { renameDocument } = await import('#clients/verbs/documents.ts');
      const session = open(command);
      const renamed = await renameDocument.run({ document, name }, await session.service());
      session.show({ json: renamed, id: renamed.id, text: () => summary(renamed) });
    });

  doc
    .command('rm <doc>')
    .summary('put a document into the trash, for 30 days')
    .action(async (document: string, _options, command) => {
      const { trashDocument } = await import('#clients/verbs/documents.ts');
      await trashDocument.run({ document }, await open(command).service());
    });
}

function summary({ id, name, owner, access, tabs }: Document): string {
  const rows = tabs.map((tab) => [
    `  ${tab.id}`,
    tab.name,
    `rev ${tab.rev}`,
    count(tab.elements, 'element'),
    count(tab.arrows, 'arrow'),
    tab.locked ? 'locked' : '',
  ]);
  return `${id}  ${plainLine(name)}  of ${plainLine(owner.name)}, you: ${access}\n${table(rows)}`;
}
