/** The stream of a document's events. */

import { resource, route } from '../route.ts';

export const events = resource('Live protocol', [
  route('followDocument', {
    access: 'viewer',
    summary: "Follow a document's events",
    description:
      'Server-sent events until either side ends the stream: one for each write, with `id` and JSON `data` ' +
      '`{ type, doc, tab?, at, actor, … }`. With `Last-Event-ID`, the stream first sends the events after that one, without ' +
      'gaps or repeats, from any node. A comment line follows every 15 seconds. docs/events.md describes each type.',
    resumable: true,
    replies: { 200: { description: 'The events, as they happen.', text: ['text/event-stream'] } },
    refuses: [],
    handle: ({ call, params, query, lastEventId }, app) => app.events.follow(call, params.doc, { ...query, lastEventId }),
    answer: (stream) => ({ status: 200, stream }),
  }),
]);
