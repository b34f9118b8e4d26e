/** The command `events`, which prints the events of a document as they happen. */
import type { Command } from 'commander';

import { plainJson, plainLine } from '#clients/text/plain.ts';
import { day } from '#clients/text/table.ts';
import type { Open } from './command.ts';

export function addEvents(program: Command, open: Open): void {
  program
    .command('events <doc>')
    .summary('print the events of a document as they happen')
    .description('Prints a line for each event until it is interrupted; with --json the data of each, on a line.')
    .option('--types <kinds>', 'only these: comment, thread, presence, changeset, item, item-types, sheet, tab, document')
    .option('--after <id>', 'begin after this event')
    .addHelpText('after', '\nExample:\n  atelier events "Payments" --types changeset,comment --json')
    .action(async (document: string, { types, after }: { types?: string; after?: string }, command) => {
      const [{ findDocument }, { follow }] = await Promise.all([
        import('#clients/service/find-document.ts'),
        import('#clients/service/follow.ts'),
      ]);
      const session = open(command);
      const service = await session.service();
      const documentId = await findDocument(service, document);
      for await (const event of follow(service, documentId, { types, after, signal: session.io.signal })) {
        session.say(session.options.json === true ? plainJson({ id: event.id, ...event.data }, 0) : line(event));
      }
    });
}

function line({ type, data }: { readonly type: string; readonly data: Readonly<Record<string, unknown>> }): string {
  const { at, actor, type: _type, doc: _doc, ...more } = data;
  const by = typeof actor === 'object' && actor !== null && 'name' in actor ? String(actor.name) : '';
  return plainLine(`${typeof at === 'number' ? day(at) : ''}  ${type}  ${by}  ${plainJson(more, 0)}`);
}
