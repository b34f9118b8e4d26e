/** events: what happens in a document, as it happens. */
import { EventQuery } from '#schema/calls.ts';

import { resource, route } from '../route.ts';

export const events = resource('/documents/:doc/events', 'Live protocol', [
  route({
    id: 'followDocument',
    method: 'get',
    access: 'viewer',
    summary: "Follow a document's events",
    description:
      'Server-sent events that go on until either side ends: one for each write, with `id` and JSON `data` ' +
      '`{ type, doc, tab?, at, actor, … }`. Nothing old is sent without `Last-Event-ID`; with it, what came after that ' +
      'event, without gap or repeat, from any node. A comment line every 15 seconds. docs/events.md describes each kind.',
    query: EventQuery,
    resumable: true,
    replies: { 200: { description: 'The events, as they happen.', text: ['text/event-stream'] } },
    refuses: [],
    handle: ({ call, params, query, lastEventId }, app) => app.events.follow(call, params.doc, { ...query, lastEventId }),
    answer: (stream) => ({ status: 200, stream }),
  }),
]);
