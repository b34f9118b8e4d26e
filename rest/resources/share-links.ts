/** Calls for the share links of a document. */

import { resource, route } from '../route.ts';

export const shareLinks = resource('Sharing', [
  route('createShareLink', {
    access: 'owner',
    summary: 'Create a share link',
    description:
      '`url` is an address of this server with the secret in its fragment. `tabs` limits writing to those tabs. With `publish` (level viewer, in a session) the address shows the board to anyone, live and read-only: only the tabs in `tabs`, and nothing but what is drawn. Nobody becomes a guest or a member through it. With `guests` (level editor, in a session) people without an account edit, too: they choose a name, and reach neither the past nor proposals nor sharing.',
    replies: { 201: { description: 'The link.' } },
    refuses: ['tab_not_found', 'too_large', 'session_required'],
    handle: ({ call, params, body }, app) => app.shareLinks.create(call, params.doc, body),
    answer: (created, { params }) => ({
      status: 201,
      json: created,
      location: `/documents/${params.doc}/share-links/${created.link.id}`,
    }),
  }),
  route('listShareLinks', {
    access: 'owner',
    summary: 'List the share links of a document',
    description: 'Links let their holders write, so a read-only token does not see them.',
    replies: {
      200: { description: 'Oldest first, without revoked links.' },
    },
    refuses: ['token_read_only'],
    handle: ({ call, params }, app) => app.shareLinks.list(call, params.doc),
  }),
]);

export const shareLink = resource('Sharing', [
  route('revokeShareLink', {
    access: 'owner',
    summary: 'Revoke a share link',
    description: 'Its guests lose access; people who became members through it stay members.',
    replies: { 204: { description: 'Revoked.' } },
    refuses: [],
    handle: ({ call, params }, app) => app.shareLinks.revoke(call, params.doc, params.link),
  }),
]);

export const openShareLink = resource('Sharing', [
  route('openShareLink', {
    access: 'anyone',
    guessable: true,
    summary: 'Open a document through a share link',
    description:
      'A signed-in person becomes a member. Anyone else becomes a guest with a cookie for that document; viewer and participant links admit guests, editor links only with `guests`.',
    replies: { 200: { description: 'The document and the level.' } },
    refuses: ['link_not_found', 'token_read_only', 'access_denied', 'too_large'],
    handle: ({ call, body }, app) => app.shareLinks.open(call, body),
    answer: ({ opened, guestSecret, lifeMs }) => ({
      status: 200,
      json: opened,
      ...(guestSecret !== null && {
        cookies: [{ name: 'guest', document: opened.document.id, value: guestSecret, maxAgeMs: lifeMs }],
      }),
    }),
  }),
]);
