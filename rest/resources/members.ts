/** Calls for the members of a document. */

import { resource, route } from '../route.ts';

export const members = resource('Sharing', [
  route('listMembers', {
    access: 'viewer',
    summary: 'List the members of a document',
    replies: { 200: { description: 'In the order in which they joined.' } },
    refuses: [],
    handle: ({ call, params }, app) => app.members.list(call, params.doc),
  }),
]);

export const member = resource('Sharing', [
  route('putMember', {
    access: 'owner',
    summary: 'Add a member, or change the level of a member',
    description: '`tabs` limits writing to those tabs.',
    replies: { 200: { description: 'The member.' } },
    refuses: ['user_not_found', 'tab_not_found', 'last_owner', 'too_large'],
    handle: ({ call, params, body }, app) => app.members.put(call, params.doc, params.user, body),
  }),
  route('removeMember', {
    access: 'viewer',
    summary: 'Remove a member',
    description: 'Owners can remove any member except the person who owns the document; members can remove themselves.',
    replies: { 204: { description: 'The person is no longer a member.' } },
    refuses: ['access_denied', 'last_owner', 'proposals_only', 'agents_read_only'],
    handle: ({ call, params }, app) => app.members.remove(call, params.doc, params.user),
  }),
]);
