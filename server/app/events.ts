/**
 * The event stream of a document. Everyone who can read the document can follow it: viewers, guests and read-only tokens too.
 */
import { problem, type Problem } from '#schema/problem.ts';
import type { AccessWatch } from '#server/access/access-watch.ts';
import { currentAccess } from '#server/access/current-access.ts';
import type { Call } from '#server/call.ts';
import type { EventStreams, OpenStream } from '#server/events/event-streams.ts';

import type { AppContext } from './context.ts';

/** `types`: comma-separated; `lastEventId`: the id after which to continue. */
export type EventRequest = { readonly types?: string; readonly lastEventId: string | null };

export type Events = {
  /** Errors: invalid_request (types, Last-Event-ID), room_unavailable. */
  follow(call: Call, documentId: string, request: EventRequest): Promise<OpenStream | Problem>;
};

export function createEvents({ storage, now }: AppContext, streams: EventStreams, watch: AccessWatch): Events {
  return {
    async follow({ actor }, documentId, request) {
      const { version } = watch;
      const current = await currentAccess(storage.db, actor, documentId, now());
      if (current === 'unauthenticated') return problem('unauthenticated');
      if (current === 'no_access') return problem('document_not_found');
      return streams.open({ documentId, actor, ...request }, { version, until: current.until });
    },
  };
}
