/** documents: making, listing, showing, renaming, trashing and restoring documents. */
import Type from 'typebox';

import { DocumentPatch, DocumentListQuery, NewCopy, NewDocument } from '#schema/calls.ts';
import { Document } from '#schema/document.ts';

import { resource, route } from '../route.ts';

const Cursor = Type.Union([Type.String(), Type.Null()], { description: 'The cursor of the next page; null on the last one.' });

export const documents = resource('/documents', 'Documents', [
  route({
    id: 'createDocument',
    method: 'post',
    access: 'signed-in',
    summary: 'Make a document',
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
      200: { description: 'Newest change first.', json: Type.Object({ documents: Type.Array(Document), next: Cursor }) },
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
    summary: 'Put a document into the trash',
    description: 'It can be restored for 30 days.',
    replies: { 204: { description: 'In the trash.' } },
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
    summary: 'Take a document out of the trash',
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
    summary: 'Copy a document into your own',
    description:
      'All that a reader sees: tabs, elements, comments, cards with their numbers, sheets, themes. Ids inside stay; members, share links, presence and history are not copied.',
    body: NewCopy,
    replies: { 201: { description: 'The copy.', json: Document } },
    refuses: ['access_denied', 'work_limit_exceeded'],
    handle: ({ call, params, body }, app) => app.copies.copy(call, params.doc, body),
    answer: (made) => ({ status: 201, json: made, location: `/documents/${made.id}` }),
  }),
]);
