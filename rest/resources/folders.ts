/** Calls for a person's folders. */

import { resource, route } from '../route.ts';

export const folders = resource('Documents', [
  route('createFolder', {
    access: 'signed-in',
    summary: 'Create a folder',
    description: 'Folders are yours alone: others do not see them, nor what is in them.',
    replies: { 201: { description: 'The new folder.' } },
    refuses: ['too_large', 'token_read_only', 'access_denied'],
    handle: ({ call, body }, app) => app.folders.create(call, body),
    answer: (created) => ({ status: 201, json: created, location: `/folders/${created.folder.id}` }),
  }),
  route('listFolders', {
    access: 'signed-in',
    summary: 'List your folders',
    replies: { 200: { description: 'In alphabetical order.' } },
    refuses: [],
    handle: ({ call }, app) => app.folders.list(call),
  }),
]);

export const folder = resource('Documents', [
  route('renameFolder', {
    access: 'signed-in',
    summary: 'Rename a folder',
    replies: { 200: { description: 'The renamed folder.' } },
    refuses: ['token_read_only'],
    handle: ({ call, params, body }, app) => app.folders.rename(call, params.folder, body),
  }),
  route('deleteFolder', {
    access: 'signed-in',
    summary: 'Delete a folder',
    description: 'Its documents stay, in no folder.',
    replies: { 204: { description: 'Deleted.' } },
    refuses: ['token_read_only'],
    handle: ({ call, params }, app) => app.folders.remove(call, params.folder),
  }),
]);

export const documentFolder = resource('Documents', [
  route('placeDocument', {
    access: 'viewer',
    summary: 'Move a document to one of your folders, or out of them',
    description: 'Only your list of documents changes: others have folders of their own.',
    replies: { 204: { description: 'It is there.' } },
    refuses: ['folder_not_found'],
    handle: ({ call, params, body }, app) => app.folders.place(call, params.doc, body.folder),
  }),
]);
