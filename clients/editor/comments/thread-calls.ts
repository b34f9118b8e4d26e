/** thread-calls: what is done to comment threads; the server writes them, and everybody sees it through the document. */
import type { Comment } from '#schema/comment.ts';

import { call } from '../api/call.ts';

export type Place = { readonly documentId: string; readonly tabId: string };

const at = ({ documentId, tabId }: Place): string => `/documents/${documentId}/tabs/${tabId}/comments`;

/** All throw Refused and Unreachable. `element` is a full id. */
export const addComment = (place: Place, element: string, text: string): Promise<Comment> =>
  call('POST', at(place), { body: { elementId: element, text }, idempotencyKey: crypto.randomUUID() });

export const reply = (place: Place, comment: string, text: string): Promise<Comment> =>
  call('POST', `${at(place)}/${comment}/reply`, { body: { text }, idempotencyKey: crypto.randomUUID() });

/** Of the whole thread that the comment is in. */
export const setResolved = (place: Place, comment: string, resolved: boolean): Promise<unknown> =>
  call('POST', `${at(place)}/${comment}/${resolved ? 'resolve' : 'reopen'}`);

export const deleteComment = (place: Place, comment: string): Promise<unknown> => call('DELETE', `${at(place)}/${comment}`);
