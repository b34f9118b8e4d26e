/** Calls for documents: create, list, show, rename, trash, restore and copy. */
import Type from 'typebox';

import { DocumentPatch, DocumentListQuery, NewCopy, NewDocument } from '#schema/calls.ts';
import { Document } from '#schema/document.ts';

import { resource, route } from '../route.ts';

const Cursor = Type.Union([Type.String(), Type.Null()], { description: 'The cursor of the next page; null on the last page.' });

export const documents = resource('/documents', 'Documents', [
  route({
    id: 'createDocument',
    method: 'post',
    access: 'signed-in',
    summary: 'Create a document',
    description: 'It has one empty tab, `Tab 1`, at revision 0.',
    body: NewDocument,
    replies: { 201: { description: 'The document.', json: Document } },
    refuses: ['token_read_only', 'access_denied'],
    handle: ({ call, body }, app) => app.documents.create(call, body),
    answer: (document) => ({ status: 201, json: document, location: `/documents/${document.id}` }),
  }),
  route({
    id: 'listDocuments',
    method: 'get',
    access: 'signed-in',
    summary: 'List your documents and those shared with you',
    query: DocumentListQuery,
    replies: {
      200: {
        description: 'The most recently changed first.',
        json: Type.Object({ documents: Type.Array(Document), next: Cursor }),
      },
    },
    refuses: [],
    handle: ({ call, query }, app) => app.documents.list(call, query),
  }),
]);

export const document = resource('/documents/:doc', 'Documents', [
  route({
    id: 'showDocument',
    method: 'get',
    access: 'viewer',
    summary: 'Show a document with its tabs',
    replies: { 200: { description: 'The document.', json: Document } },
    refuses: [],
    handle: ({ call, params }, app) => app.documents.show(call, params.doc),
  }),
  route({
    id: 'renameDocument',
    method: 'patch',
    access: 'editor',
    summary: 'Rename a document',
    description: 'Needs edit access to the whole document.',
    body: DocumentPatch,
    replies: { 200: { description: 'The document.', json: Document } },
    refuses: [],
    handle: ({ call, params, body }, app) => app.documents.rename(call, params.doc, body),
  }),
  route({
    id: 'trashDocument',
    method: 'delete',
    access: 'owner',
    summary: 'Move a document to the trash',
    description: 'It can be restored for 30 days.',
    replies: { 204: { description: 'The document is in the trash.' } },
    refuses: [],
    handle: ({ call, params }, app) => app.documents.trash(call, params.doc),
  }),
]);

export const restore = resource('/documents/:doc/restore', 'Documents', [
  route({
    id: 'restoreDocument',
    method: 'post',
    access: 'owner',
    trashed: true,
    summary: 'Restore a document from the trash',
    replies: { 200: { description: 'The document.', json: Document } },
    refuses: ['not_in_trash'],
    handle: ({ call, params }, app) => app.documents.restore(call, params.doc),
  }),
]);

export const copy = resource('/documents/:doc/copy', 'Documents', [
  route({
    id: 'copyDocument',
    method: 'post',
    access: 'viewer',
    summary: 'Copy a document to your documents',
    description:
      'Copies everything that a reader sees: tabs, elements, comments, cards with their numbers, sheets, themes. Ids within the document stay the same. Members, share links, presence and history are not copied.',
    body: NewCopy,
    replies: { 201: { description: 'The copy.', json: Document } },
    refuses: ['access_denied', 'work_limit_exceeded'],
    handle: ({ call, params, body }, app) => app.copies.copy(call, params.doc, body),
    answer: (created) => ({ status: 201, json: created, location: `/documents/${created.id}` }),
  }),
]);
