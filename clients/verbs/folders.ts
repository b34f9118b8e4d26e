/** Verbs for a person's folders. */
import Type from 'typebox';

import { count, table } from '#clients/text/table.ts';
import { type Folder, FolderName } from '#schema/folder.ts';

import { document, documentParams } from './place.ts';
import { type Verb, verb } from './verb.ts';

const folder = { folder: Type.String({ minLength: 1, description: 'Its id, `folder_…`.' }) };

export const listFolders = verb({
  name: 'list-folders',
  summary: 'List your folders, with the number of documents in each.',
  input: Type.Object({}),
  effect: 'read',
  idempotent: true,
  run: (_input, service) => service.json('GET /folders'),
  command: {
    usage: 'folder ls',
    id: ({ folders }) => folders.map(({ id }) => id).join('\n'),
    text: ({ folders }) => table(folders.map(row)),
  },
});

export const createFolder = verb({
  name: 'create-folder',
  summary: 'Create a folder for documents, which only you see.',
  input: FolderName,
  effect: 'write',
  idempotent: false,
  run: (body, service) => service.json('POST /folders', { body }),
  command: {
    usage: 'folder new <name>',
    examples: ['FOLDER=$(atelier -q folder new "Roadmaps")'],
    id: (reply) => reply.folder.id,
    text: (reply) => table([row(reply.folder)]),
  },
});

export const renameFolder = verb({
  name: 'rename-folder',
  summary: 'Rename a folder.',
  input: Type.Object({ ...folder, ...FolderName.properties }),
  effect: 'write',
  idempotent: true,
  run: ({ folder: id, ...body }, service) => service.json('PATCH /folders/:folder', { params: { folder: id }, body }),
  command: {
    usage: 'folder rename <folder> <name>',
    id: (reply) => reply.folder.id,
    text: (reply) => table([row(reply.folder)]),
  },
});

export const deleteFolder = verb({
  name: 'delete-folder',
  summary: 'Delete a folder; its documents stay, in no folder.',
  input: Type.Object(folder),
  effect: 'destructive',
  idempotent: true,
  run: ({ folder: id }, service) => service.json('DELETE /folders/:folder', { params: { folder: id } }),
  command: { usage: 'folder rm <folder>' },
});

export const placeDocument = verb({
  name: 'place-document',
  summary: 'Move a document to one of your folders, or out of them.',
  input: Type.Object({ ...document, folder: Type.Optional(folder.folder) }),
  effect: 'write',
  idempotent: true,
  run: async ({ document: name, folder: id }, service) =>
    service.json('PUT /documents/:doc/folder', {
      params: await documentParams(service, name),
      body: { folder: id ?? null },
    }),
  command: {
    usage: 'doc mv <doc:document> [folder]',
    description: 'Moves a document to the folder with this id, or without one out of its folder.',
    examples: ['atelier doc mv "Payments" $FOLDER'],
  },
});

export const folderVerbs: readonly Verb[] = [listFolders, createFolder, renameFolder, deleteFolder];

const row = ({ id, name, documents }: Folder): string[] => [id, name, count(documents, 'document')];
