/** presence: agents on tabs, and everybody in a document. */
import Type from 'typebox';

import { NewPresence } from '#schema/calls.ts';
import { DocumentPresence, Presence } from '#schema/presence.ts';
import { presenceFaultCode } from '#schema/presence-fault-code.ts';

import { resource, route } from '../route.ts';

export const tabPresence = resource('/documents/:doc/tabs/:tab/presence', 'Presence', [
  route({
    id: 'setPresence',
    method: 'put',
    access: 'viewer',
    tokenOnly: 'presence_requires_token',
    summary: "Set the token's presence on a tab",
    description:
      'Replaces status, focus and end. Without `status` there is no status line. It lapses after `ttl`; a changeset of the token that is applied or reverted on the tab keeps it at least 30 seconds more.',
    body: NewPresence,
    faultCode: presenceFaultCode,
    replies: { 200: { description: 'Present.', json: Type.Object({ presence: Presence }) } },
    refuses: [
      'invalid_status',
      'status_too_long',
      'too_many_focus',
      'invalid_focus',
      'ttl_out_of_range',
      'focus_not_found',
      'focus_ambiguous',
      'agent_presence_full',
    ],
    handle: ({ call, params, body }, app) => app.presence.set(call, params.doc, params.tab, body),
  }),
  route({
    id: 'clearPresence',
    method: 'delete',
    access: 'viewer',
    tokenOnly: 'presence_requires_token',
    summary: "End the token's presence on a tab",
    replies: { 204: { description: 'Not present, whether or not it was before.' } },
    refuses: [],
    handle: ({ call, params }, app) => app.presence.clear(call, params.doc, params.tab),
  }),
]);

export const documentPresence = resource('/documents/:doc/presence', 'Presence', [
  route({
    id: 'readPresence',
    method: 'get',
    access: 'viewer',
    summary: 'Who is in a document, by tab',
    description: 'People in open editors, of every node, and agents. Agents are not counted as people.',
    replies: { 200: { description: 'Everybody who is there now.', json: DocumentPresence } },
    refuses: [],
    handle: ({ call, params }, app) => app.presence.list(call, params.doc),
  }),
]);
