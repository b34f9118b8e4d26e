/** The JSON of an event, as streams and webhooks send it. */
import type { StoredEvent } from '#storage/outbox.ts';

export const eventJson = ({ documentId, type, tabId, at, data }: Omit<StoredEvent, 'position'>): object => ({
  type,
  doc: documentId,
  ...(tabId !== null && { tab: tabId }),
  at,
  ...(data as object),
});
