/** thread-calls: changes of comment threads; the server writes them, and everyone sees them in the document. */
import type { Comment } from '#schema/comment.ts';

import { call } from '../api/call.ts';

export type TabAddress = { readonly documentId: string; readonly tabId: string };

const paramsOf = ({ documentId, tabId }: TabAddress) => ({ doc: documentId, tab: tabId });

/** All throw CallRefused and CallUnreachable. `element` is a full id. */
export const addComment = (place: TabAddress, element: string, text: string): Promise<Comment> =>
  call('POST /documents/:doc/tabs/:tab/comments', {
    params: paramsOf(place),
    body: { elementId: element, text },
    idempotencyKey: crypto.randomUUID(),
  });

export const reply = (place: TabAddress, comment: string, text: string): Promise<Comment> =>
  call('POST /documents/:doc/tabs/:tab/comments/:comment/reply', {
    params: { ...paramsOf(place), comment },
    body: { text },
    idempotencyKey: crypto.randomUUID(),
  });

/** Of the whole thread of the comment. */
export const resolveThread = (place: TabAddress, comment: string, resolved: boolean): Promise<unknown> =>
  call(`POST /documents/:doc/tabs/:tab/comments/:comment/${resolved ? 'resolve' : 'reopen'}`, {
    params: { ...paramsOf(place), comment },
  });

export const deleteComment = (place: TabAddress, comment: string): Promise<unknown> =>
  call('DELETE /documents/:doc/tabs/:tab/comments/:comment', { params: { ...paramsOf(place), comment } });
