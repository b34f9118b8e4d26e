/**
 * Reads and writes the comment threads of a document (SPEC.md).
 *
 * The root `threads` maps the full id of an element, or the id of a card, to a Y.Map with `comments`, a Y.Map of plain comments
 * by id, and `resolved`, true or absent.
 */
import * as Y from 'yjs';

import { StoredComment, type Thread } from '../comment.ts';
import { isId } from '../ids.ts';
import { coercerOf } from './coerce.ts';
import { mapIn, root, rootMap } from './roots.ts';

/** Every thread by the id of its element or card. */
export function readThreads(doc: Y.Doc): Map<string, Thread> {
  const threads = new Map<string, Thread>();
  rootMap(doc, 'threads')?.forEach((value, id) => {
    const thread = value instanceof Y.Map ? threadOf(value) : null;
    if (thread !== null) threads.set(id, thread);
  });
  return threads;
}

/** The thread of an element or card; null if it has none. */
export function readThread(doc: Y.Doc, id: string): Thread | null {
  const thread = mapIn(rootMap(doc, 'threads'), id);
  return thread === null ? null : threadOf(thread);
}

/** Adds a comment to the end of a thread. Starts the thread, or reopens it if it was resolved. */
export function addComment(doc: Y.Doc, id: string, { id: commentId, ...comment }: Omit<Thread['comments'][number], 'n'>): void {
  doc.transact(() => {
    const threads = root(doc, 'threads');
    const n = (readThread(doc, id)?.comments.at(-1)?.n ?? 0) + 1;
    const thread = mapIn(threads, id) ?? threads.set(id, new Y.Map<unknown>());
    const comments = mapIn(thread, 'comments') ?? thread.set('comments', new Y.Map<unknown>());
    comments.set(commentId, { n, ...comment });
    if (thread.has('resolved')) thread.delete('resolved');
  });
}

/** Does nothing if there is no such thread, or it is already in that state. */
export function setResolved(doc: Y.Doc, id: string, resolved: boolean): void {
  doc.transact(() => {
    const thread = mapIn(root(doc, 'threads'), id);
    if (thread === null || (thread.get('resolved') === true) === resolved) return;
    if (resolved) thread.set('resolved', true);
    else thread.delete('resolved');
  });
}

/** Does nothing if there is no such comment. Removing the last comment deletes the thread. */
export function removeComment(doc: Y.Doc, id: string, commentId: string): void {
  doc.transact(() => {
    const threads = root(doc, 'threads');
    const comments = mapIn(mapIn(threads, id), 'comments');
    if (comments?.has(commentId) !== true) return;
    comments.delete(commentId);
    if (readThread(doc, id) === null) threads.delete(id);
  });
}

export function removeThread(doc: Y.Doc, id: string): void {
  doc.transact(() => {
    const threads = root(doc, 'threads');
    if (threads.has(id)) threads.delete(id);
  });
}

function threadOf(thread: Y.Map<unknown>): Thread | null {
  const comments: Thread['comments'][number][] = [];
  mapIn(thread, 'comments')?.forEach((value, id) => {
    const comment = isId('cmt', id) ? coerceComment(value) : undefined;
    if (comment !== undefined) comments.push({ id, ...(comment as StoredComment) });
  });
  if (comments.length === 0) return null;
  comments.sort((a, b) => a.n - b.n || (a.id < b.id ? -1 : 1));
  return { resolved: thread.get('resolved') === true, comments };
}

const coerceComment = coercerOf(StoredComment);
