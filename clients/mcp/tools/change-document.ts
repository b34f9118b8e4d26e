/** The tool change_document: renames, copies, trashes and restores a document. */
import Type from 'typebox';

import { ServiceRefusal } from '#clients/service/service-refusal.ts';
import { copyDocument, documentLines, renameDocument, restoreDocument, trashDocument } from '#clients/verbs/documents.ts';
import { document } from '#clients/verbs/place.ts';
import { Name } from '#schema/tab.ts';

import { input } from '../input.ts';
import { tool } from '../tool.ts';

export const changeDocument = tool({
  name: 'change_document',
  title: 'Change a document',
  description: 'Rename, copy, trash or restore a document.',
  input: input({
    ...document,
    action: Type.Enum(['rename', 'copy', 'trash', 'restore']),
    name: Type.Optional(Name),
  }),
  args: { name: 'For rename and copy.' },
  effect: 'destructive',
  idempotent: false,
  async run({ document: named, action, name }, { service }) {
    switch (action) {
      case 'rename':
        if (name === undefined) throw noName();
        return { text: documentLines(await renameDocument.run({ document: named, name }, service)).join('\n') };
      case 'copy': {
        const copy = await copyDocument.run({ document: named, ...(name !== undefined && { name }) }, service);
        return { text: documentLines(copy).join('\n') };
      }
      case 'trash':
        await trashDocument.run({ document: named }, service);
        return { text: 'The document is in the trash. action=restore brings it back.' };
      case 'restore':
        return { text: documentLines(await restoreDocument.run({ document: named }, service)).join('\n') };
    }
  },
});

const noName = (): ServiceRefusal =>
  new ServiceRefusal({
    code: 'invalid_request',
    status: 400,
    detail: 'action=rename needs a name.',
    hint: '{"action":"rename","name":"Payments"}',
    errors: [{ pointer: '/name', message: 'is missing' }],
  });
