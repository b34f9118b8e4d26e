/** documents: verbs about whole documents. */
import Type from 'typebox';

import { findDocument } from '#clients/service/find-document.ts';
import { DocumentListQuery, NewCopy, NewDocument } from '#schema/calls.ts';
import type { Document } from '#schema/document.ts';

import { document } from './place.ts';
import { verb } from './verb.ts';

export type DocumentListReply = { readonly documents: readonly Document[]; readonly next: string | null };

export const listDocuments = verb({
  name: 'list-documents',
  summary: 'List the documents that the token may read, the newest change first.',
  input: Type.Object({ ...DocumentListQuery.properties }),
  effect: 'read',
  idempotent: true,
  run: async (query, service) => (await service.json({ method: 'GET', path: '/documents', query })) as DocumentListReply,
});

export const readDocument = verb({
  name: 'read-document',
  summary: 'Show a document: its tabs with their revisions, how much lies on them, and your access.',
  input: Type.Object(document),
  effect: 'read',
  idempotent: true,
  run: async (input, service) => {
    const path = `/documents/${await findDocument(service, input.document)}`;
    return (await service.json({ method: 'GET', path })) as Document;
  },
});

export const createDocument = verb({
  name: 'create-document',
  summary: 'Make a document with one empty tab.',
  input: Type.Object({ ...NewDocument.properties }),
  effect: 'write',
  idempotent: false,
  run: async (body, service) => (await service.json({ method: 'POST', path: '/documents', body })) as Document,
});

export const copyDocument = verb({
  name: 'copy-document',
  summary: 'Copy a document into your own, with all that a reader sees of it.',
  input: Type.Object({ ...document, ...NewCopy.properties }),
  effect: 'write',
  idempotent: false,
  run: async ({ document: name, ...body }, service) => {
    const path = `/documents/${await findDocument(service, name)}/copy`;
    return (await service.json({ method: 'POST', path, body })) as Document;
  },
});

export const renameDocument = verb({
  name: 'rename-document',
  summary: 'Give a document another name.',
  input: Type.Object({ ...document, name: Type.String({ minLength: 1 }) }),
  effect: 'write',
  idempotent: true,
  run: async (input, service) => {
    const path = `/documents/${await findDocument(service, input.document)}`;
    return (await service.json({ method: 'PATCH', path, body: { name: input.name } })) as Document;
  },
});

export const trashDocument = verb({
  name: 'trash-document',
  summary: 'Put a document into the trash, where it stays for 30 days.',
  input: Type.Object(document),
  effect: 'destructive',
  idempotent: true,
  run: async (input, service) => {
    await service.json({ method: 'DELETE', path: `/documents/${await findDocument(service, input.document)}` });
    return null;
  },
});
