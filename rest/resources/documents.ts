/** Calls for documents: create, list, show, rename, trash, restore and copy. */

import { resource, route } from '../route.ts';
import { changesetRefusals } from './changeset-refusals.ts';

export const documents = resource('Documents', [
  route('createDocument', {
    access: 'signed-in',
    summary: 'Create a document',
    description:
      'It has one empty tab, `Tab 1`, at revision 0, or those of `tabs`. With `operations`, which draw on the first tab, the answer has the changeset too; if they are refused, there is no document.',
    replies: { 201: { description: 'The document.' } },
    refuses: [...changesetRefusals.codes, 'token_read_only', 'access_denied'],
    handle: ({ call, body }, app) => app.documents.create(call, body),
    answer: (document) => ({ status: 201, json: document, location: `/documents/${document.id}` }),
  }),
  route('listDocuments', {
    access: 'signed-in',
    summary: 'List your documents and those shared with you, or your trash',
    description:
      'The most recently changed first, unless `sort` says otherwise. With `trash=1`, the documents in your trash, each with `trashedAt` and `purgeAt`: they can be restored until then.',
    replies: { 200: { description: 'The documents, and the cursor of the next page.' } },
    refuses: [],
    handle: ({ call, query }, app) => app.documents.list(call, query),
  }),
]);

export const document = resource('Documents', [
  route('showDocument', {
    access: 'viewer',
    inChats: true,
    summary: 'Show a document with its tabs',
    replies: { 200: { description: 'The document.' } },
    refuses: [],
    handle: ({ call, params }, app) => app.documents.show(call, params.doc),
  }),
  route('renameDocument', {
    access: 'editor',
    summary: 'Rename a document, or set what agents may do with it',
    description:
      'A new name needs edit access to the whole document. `agents` needs an owner in a session: with `propose` every write of an API token or a client is refused unless it is a proposal, with `read` all are. Comments, votes and presence stay direct.',
    replies: { 200: { description: 'The document.' } },
    refuses: ['session_required'],
    handle: ({ call, params, body }, app) => app.documents.change(call, params.doc, body),
  }),
  route('trashDocument', {
    access: 'owner',
    summary: 'Move a document to the trash',
    description: 'It can be restored for 30 days.',
    replies: { 204: { description: 'The document is in the trash.' } },
    refuses: [],
    handle: ({ call, params }, app) => app.documents.trash(call, params.doc),
  }),
]);

export const restore = resource('Documents', [
  route('restoreDocument', {
    access: 'owner',
    trashed: true,
    summary: 'Restore a document from the trash',
    replies: { 200: { description: 'The document.' } },
    refuses: ['not_in_trash'],
    handle: ({ call, params }, app) => app.documents.restore(call, params.doc),
  }),
]);

export const purge = resource('Documents', [
  route('purgeDocument', {
    access: 'owner',
    trashed: true,
    summary: 'Delete a document in the trash for good',
    description:
      'In a session only. It cannot be restored or read from then on, and its contents are deleted from the database within a day.',
    replies: { 204: { description: 'The document is deleted.' } },
    refuses: ['session_required', 'not_in_trash'],
    handle: ({ call, params }, app) => app.documents.purge(call, params.doc),
  }),
]);

export const copy = resource('Documents', [
  route('copyDocument', {
    access: 'viewer',
    summary: 'Copy a document to your documents',
    description:
      'Copies everything that a reader sees: tabs, elements, comments, cards with their numbers, sheets, themes. Ids within the document stay the same. Members, share links, presence and history are not copied.',
    replies: { 201: { description: 'The copy.' } },
    refuses: ['access_denied', 'work_limit_exceeded'],
    handle: ({ call, params, body }, app) => app.copies.copy(call, params.doc, body),
    answer: (created) => ({ status: 201, json: created, location: `/documents/${created.id}` }),
  }),
]);
