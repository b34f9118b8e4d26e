/** documents: verbs about whole documents. */
import Type from 'typebox';

import { DocumentListQuery, NewCopy, NewDocument } from '#schema/calls.ts';

import { document, documentParams } from './place.ts';
import { verb } from './verb.ts';

export const listDocuments = verb({
  name: 'list-documents',
  summary: 'List the documents that the token may read, the newest change first.',
  input: Type.Object({ ...DocumentListQuery.properties }),
  effect: 'read',
  idempotent: true,
  run: (query, service) => service.json('GET /documents', { query }),
});

export const readDocument = verb({
  name: 'read-document',
  summary: 'Show a document: its tabs with their revisions, how much lies on them, and your access.',
  input: Type.Object(document),
  effect: 'read',
  idempotent: true,
  run: async (input, service) => {
    return service.json('GET /documents/:doc', { params: await documentParams(service, input.document) });
  },
});

export const createDocument = verb({
  name: 'create-document',
  summary: 'Make a document with one empty tab.',
  input: Type.Object({ ...NewDocument.properties }),
  effect: 'write',
  idempotent: false,
  run: (body, service) => service.json('POST /documents', { body }),
});

export const copyDocument = verb({
  name: 'copy-document',
  summary: 'Copy a document into your own, with all that a reader sees of it.',
  input: Type.Object({ ...document, ...NewCopy.properties }),
  effect: 'write',
  idempotent: false,
  run: async ({ document: name, ...body }, service) => {
    return service.json('POST /documents/:doc/copy', { params: await documentParams(service, name), body });
  },
});

export const renameDocument = verb({
  name: 'rename-document',
  summary: 'Give a document another name.',
  input: Type.Object({ ...document, name: Type.String({ minLength: 1 }) }),
  effect: 'write',
  idempotent: true,
  run: async (input, service) => {
    const params = await documentParams(service, input.document);
    return service.json('PATCH /documents/:doc', { params, body: { name: input.name } });
  },
});

export const trashDocument = verb({
  name: 'trash-document',
  summary: 'Put a document into the trash, where it stays for 30 days.',
  input: Type.Object(document),
  effect: 'destructive',
  idempotent: true,
  run: async (input, service) => {
    return service.json('DELETE /documents/:doc', { params: await documentParams(service, input.document) });
  },
});
