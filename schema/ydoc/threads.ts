/**
 * threads: how comment threads lie in a document's Y.Doc, read and written.
 *
 * The root `threads` holds, by the full id of an element or the id of a card, a Y.Map with `comments`, a Y.Map of plain
 * comments by id, and `resolved`, true or absent.
 * H1  Reading never throws; what it yields satisfies the schemas, and what makes no sense is left out.
 * H2  A thread has a comment at least: with its last one it is gone.
 * H3  Comments stand in the order of writing, whatever the clocks say.
 * H4  A thread does not know where its element is: it outlives the element's removal and is there when it comes back.
 */
import * as Y from 'yjs';

import { StoredComment, type Thread } from '../comment.ts';
import { isId } from '../ids.ts';
import { coercerOf } from './coerce.ts';
import { mapIn, root, rootMap } from './roots.ts';

/** Every thread, by the id of what it hangs on. */
export function readThreads(doc: Y.Doc): Map<string, Thread> {
  const threads = new Map<string, Thread>();
  rootMap(doc, 'threads')?.forEach((value, id) => {
    const thread = value instanceof Y.Map ? threadOf(value) : null;
    if (thread !== null) threads.set(id, thread);
  });
  return threads;
}

/** The thread of an element or card; null when it has none. */
export function readThread(doc: Y.Doc, id: string): Thread | null {
  const thread = mapIn(rootMap(doc, 'threads'), id);
  return thread === null ? null : threadOf(thread);
}

/** Adds a comment to the end of a thread, which it opens: a new one, or one that was resolved. */
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

/** Nothing when there is no such thread, or it is so already. */
export function setResolved(doc: Y.Doc, id: string, resolved: boolean): void {
  doc.transact(() => {
    const thread = mapIn(root(doc, 'threads'), id);
    if (thread === null || (thread.get('resolved') === true) === resolved) return;
    if (resolved) thread.set('resolved', true);
    else thread.delete('resolved');
  });
}

/** [H2] Nothing when there is no such comment. */
export function removeComment(doc: Y.Doc, id: string, commentId: string): void {
  doc.transact(() => {
    const threads = root(doc, 'threads');
    const comments = mapIn(mapIn(threads, id), 'comments');
    if (comments?.has(commentId) !== true) return;
    comments.delete(commentId);
    if (readThread(doc, id) === null) threads.delete(id);
  });
}

/** The whole thread, with all that was said. */
export function removeThread(doc: Y.Doc, id: string): void {
  doc.transact(() => {
    const threads = root(doc, 'threads');
    if (threads.has(id)) threads.delete(id);
  });
}

function threadOf(thread: Y.Map<unknown>): Thread | null {
  const comments: Thread['comments'][number][] = [];
  mapIn(thread, 'comments')?.forEach((value, id) => {
    const comment = isId('cmt', id) ? mendComment(value) : undefined;
    if (comment !== undefined) comments.push({ id, ...(comment as StoredComment) });
  });
  if (comments.length === 0) return null;
  comments.sort((a, b) => a.n - b.n || (a.id < b.id ? -1 : 1));
  return { resolved: thread.get('resolved') === true, comments };
}

const mendComment = coercerOf(StoredComment);
