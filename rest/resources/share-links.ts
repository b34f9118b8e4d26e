/** Calls for the share links of a document. */
import Type from 'typebox';

import { ShareLink } from '#schema/access.ts';
import { NewShareLink, OpenedShareLink, OpenShareLink } from '#schema/calls.ts';

import { resource, route } from '../route.ts';

export const shareLinks = resource('/documents/:doc/share-links', 'Sharing', [
  route({
    id: 'createShareLink',
    method: 'post',
    access: 'owner',
    summary: 'Create a share link',
    description: '`url` is an address of this server with the secret in its fragment. `tabs` limits writing to those tabs.',
    body: NewShareLink,
    replies: { 201: { description: 'The link.', json: Type.Object({ link: ShareLink }) } },
    refuses: ['tab_not_found', 'too_large'],
    handle: ({ call, params, body }, app) => app.shareLinks.create(call, params.doc, body),
    answer: (created, { params }) => ({
      status: 201,
      json: created,
      location: `/documents/${params.doc}/share-links/${created.link.id}`,
    }),
  }),
  route({
    id: 'listShareLinks',
    method: 'get',
    access: 'owner',
    summary: 'List the share links of a document',
    description: 'Links let their holders write, so a read-only token does not see them.',
    replies: {
      200: { description: 'Oldest first, without revoked links.', json: Type.Object({ links: Type.Array(ShareLink) }) },
    },
    refuses: ['token_read_only'],
    handle: ({ call, params }, app) => app.shareLinks.list(call, params.doc),
  }),
]);

export const shareLink = resource('/documents/:doc/share-links/:link', 'Sharing', [
  route({
    id: 'revokeShareLink',
    method: 'delete',
    access: 'owner',
    summary: 'Revoke a share link',
    description: 'Its guests lose access; people who became members through it stay members.',
    replies: { 204: { description: 'Revoked.' } },
    refuses: [],
    handle: ({ call, params }, app) => app.shareLinks.revoke(call, params.doc, params.link),
  }),
]);

export const openShareLink = resource('/share-links/open', 'Sharing', [
  route({
    id: 'openShareLink',
    method: 'post',
    access: 'anyone',
    guessable: true,
    summary: 'Open a document through a share link',
    description:
      'A signed-in person becomes a member. Anyone else becomes a guest with a cookie for that document; only viewer and participant links admit guests.',
    body: OpenShareLink,
    replies: { 200: { description: 'The document and the level.', json: OpenedShareLink } },
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
