/** Calls for the stars of the caller. */

import { resource, route } from '../route.ts';

export const star = resource('Documents', [
  route('starDocument', {
    access: 'viewer',
    summary: 'Star a document',
    description: 'Stars are yours alone: others do not see them. A token stars for its owner.',
    replies: { 204: { description: 'The document has your star.' } },
    refuses: [],
    handle: ({ call, params }, app) => app.stars.star(call, params.doc),
  }),
  route('unstarDocument', {
    access: 'viewer',
    summary: 'Remove your star from a document',
    replies: { 204: { description: 'The document has no star of yours.' } },
    refuses: [],
    handle: ({ call, params }, app) => app.stars.unstar(call, params.doc),
  }),
]);
