/**
 * events: following what happens in a document, as it happens.
 *
 * Whoever may read a document may follow it: viewers, guests and read-only tokens too.
 */
import { problem, type Problem } from '#schema/problem.ts';
import type { AccessWatch } from '#server/access/access-watch.ts';
import { currentAccess } from '#server/access/current-access.ts';
import type { Call } from '#server/call.ts';
import type { EventStreams, OpenStream } from '#server/events/event-streams.ts';

import type { AppContext } from './context.ts';

/** `types`: kinds with commas between them; `lastEventId`: the id behind which to go on. */
export type EventRequest = { readonly types?: string; readonly lastEventId: string | null };

export type Events = {
  /** Errors: invalid_request (types, Last-Event-ID), room_unavailable. */
  follow(call: Call, documentId: string, asked: EventRequest): Promise<OpenStream | Problem>;
};

export function createEvents({ storage, now }: AppContext, streams: EventStreams, watch: AccessWatch): Events {
  return {
    async follow({ actor }, documentId, asked) {
      const { version } = watch;
      const standing = await currentAccess(storage.db, actor, documentId, now());
      if (standing === 'unauthenticated') return problem('unauthenticated');
      if (standing === 'no_access') return problem('document_not_found');
      return streams.open({ documentId, actor, ...asked }, { version, until: standing.until });
    },
  };
}
