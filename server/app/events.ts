/**
 * events: following what happens in a document, as it happens.
 *
 * Whoever may read a document may follow it: viewers, guests and read-only tokens too.
 */
import { isProblem, type Problem } from '#schema/problem.ts';
import { authorize } from '#server/access/authorize.ts';
import type { Call } from '#server/call.ts';
import type { EventStreams, OpenStream } from '#server/events/event-streams.ts';

import type { AppContext } from './context.ts';

/** `types`: kinds with commas between them; `lastEventId`: the id behind which to go on. */
export type Asked = { readonly types?: string; readonly lastEventId: string | null };

export type Events = {
  /** Errors: invalid_request (types, Last-Event-ID), room_unavailable. */
  follow(call: Call, documentId: string, asked: Asked): Promise<OpenStream | Problem>;
};

export function createEvents({ storage, now }: AppContext, streams: EventStreams): Events {
  return {
    async follow({ actor }, documentId, asked) {
      const access = await authorize(storage.db, actor, documentId, 'viewer', { now: now() });
      return isProblem(access) ? access : streams.open({ documentId, actor, ...asked });
    },
  };
}
