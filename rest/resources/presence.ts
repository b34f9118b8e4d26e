/** Calls for the presence of agents and people. */
import { presenceErrorCode } from '#schema/presence-error-code.ts';

import { resource, route } from '../route.ts';

export const tabPresence = resource('Presence', [
  route('setPresence', {
    access: 'viewer',
    tokenOnly: 'presence_requires_token',
    summary: "Set the token's presence on a tab",
    description:
      'Replaces status, focus and expiry. Without `status` there is no status line. The presence expires after `ttl`; applying or reverting a changeset of the token on the tab extends it to at least 30 seconds from then.',
    faultCode: presenceErrorCode,
    replies: { 200: { description: 'The presence.' } },
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
  route('clearPresence', {
    access: 'viewer',
    tokenOnly: 'presence_requires_token',
    summary: "End the token's presence on a tab",
    replies: { 204: { description: 'The token is not present, whether or not it was before.' } },
    refuses: [],
    handle: ({ call, params }, app) => app.presence.clear(call, params.doc, params.tab),
  }),
]);

export const documentPresence = resource('Presence', [
  route('readPresence', {
    access: 'viewer',
    summary: 'List who is in a document, by tab',
    description: 'People in open editors on all nodes, and agents. Agents are not counted as people.',
    replies: { 200: { description: 'The people and agents in the document.' } },
    refuses: [],
    handle: ({ call, params }, app) => app.presence.list(call, params.doc),
  }),
]);
