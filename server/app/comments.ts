/** Comments on the elements of a tab (SPEC.md). */
import { Work } from '#core/planning/work.ts';
import { findOne } from '#core/selectors/one.ts';
import type { TabView } from '#core/tab/view.ts';
import { carriesThread, hasStatus, threadsInOrder } from '#core/views/threads.ts';
import { reaches } from '#schema/access.ts';
import type { CommentQuery, CommentText, NewComment } from '#schema/calls.ts';
import {
  type Comment,
  type CommentStatus,
  commentStatuses,
  type CommentThread,
  shownComment,
  type Thread,
} from '#schema/comment.ts';
import { type Box, isArrow } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { addComment, readThread, removeComment, setResolved } from '#schema/ydoc/threads.ts';
import { userIdOf } from '#server/access/actor.ts';
import { authorize } from '#server/access/authorize.ts';
import type { Call } from '#server/call.ts';
import type { RoomReading } from '#server/rooms/port.ts';
import { deleteMentionsOf } from '#storage/mentions.ts';

import { eventActor } from './audit.ts';
import type { AppContext } from './context.ts';
import { documentWrite, type WriteScope } from './document-write.ts';
import { newComment, noteMentions } from './new-comment.ts';

export interface Comments {
  /** In tab order, then outline order; with `removed`, those of removed elements come last. Errors: invalid_status. */
  list(call: Call, documentId: string, query: CommentQuery): Promise<{ readonly threads: readonly CommentThread[] } | Problem>;
  /**
   * Errors: tab_not_found, text_required, text_too_long, cannot_mention, too_many_mentions, element_not_found, target_ambiguous,
   * element_not_commentable, comments_full.
   */
  add(call: Call, documentId: string, tabId: string, body: NewComment): Promise<Comment | Problem>;
  /** Errors, here and below: tab_not_found, comment_not_found. Here also those of a text, and comments_full. */
  reply(call: Call, documentId: string, tabId: string, commentId: string, body: CommentText): Promise<Comment | Problem>;
  resolve(call: Call, documentId: string, tabId: string, commentId: string): Promise<null | Problem>;
  reopen(call: Call, documentId: string, tabId: string, commentId: string): Promise<null | Problem>;
  /** Errors: also not_comment_author. */
  remove(call: Call, documentId: string, tabId: string, commentId: string): Promise<null | Problem>;
}

/** A tab under the document's lock, and the caller's access. */
type CommentScope = WriteScope & { readonly tab: TabView; readonly tabId: string };
type CommentAddress = { readonly call: Call; readonly documentId: string; readonly tabId: string; readonly commentId?: string };
type FoundComment = { readonly elementId: string; readonly thread: Thread; readonly comment: Thread['comments'][number] };

export function createComments(context: AppContext): Comments {
  const { storage, rooms, now } = context;

  return {
    async list({ actor }, documentId, { status = 'open', removed }) {
      const access = await authorize(storage.db, actor, documentId, 'viewer', { now: now() });
      if (isProblem(access)) return access;
      if (!isStatus(status)) return problem('invalid_status', { allowed: commentStatuses });
      return rooms.read(documentId, (reading) => ({
        threads: [...threadsOf(reading, status), ...(removed === '1' ? threadsOfRemoved(reading, status) : [])],
      }));
    },

    add: (call, documentId, tabId, { elementId, text }) =>
      write({ call, documentId, tabId }, 'comment.add', (scope) => {
        const box = boxNamed(elementId, scope.tab);
        return isProblem(box) ? box : append(scope, box.id, text);
      }),

    reply: (call, documentId, tabId, commentId, { text }) =>
      write({ call, documentId, tabId, commentId }, 'comment.reply', (scope) => {
        const found = find(scope, commentId);
        return isProblem(found) ? found : append(scope, found.elementId, text);
      }),

    resolve: (call, documentId, tabId, commentId) =>
      write({ call, documentId, tabId, commentId }, 'comment.resolve', (scope) => setState(scope, commentId, 'resolved')),

    reopen: (call, documentId, tabId, commentId) =>
      write({ call, documentId, tabId, commentId }, 'comment.reopen', (scope) => setState(scope, commentId, 'reopened')),

    remove: (call, documentId, tabId, commentId) =>
      write({ call, documentId, tabId, commentId }, 'comment.delete', (scope) => removeFrom(scope, commentId)),
  };

  /** Runs a participant's write to a tab, with its audit row and idempotency key. */
  function write<T extends Comment | null>(
    { call, documentId, tabId, commentId }: CommentAddress,
    action: string,
    work: (scope: CommentScope) => T | Problem | Promise<T | Problem>,
  ): Promise<T | Problem> {
    const access = { level: 'participant', fencedTab: tabId } as const;
    const subject = (answer: T): string | undefined => answer?.id ?? commentId;
    return documentWrite<T>(context, call, documentId, { action, access, subject }, (scope) => {
      const tab = scope.room.tab(tabId);
      return tab === undefined ? problem('tab_not_found') : work({ ...scope, tab, tabId });
    });
  }

  /** Adds a comment to the end of an element's thread. */
  async function append(scope: CommentScope, elementId: string, text: string | undefined): Promise<Comment | Problem> {
    const { room, tabId } = scope;
    const comment = await newComment(scope, text, now());
    if (isProblem(comment)) return comment;
    const thread = readThread(room.doc, elementId);
    const full = refuseFull(thread);
    if (full !== null) return full;
    room.edit((doc) => addComment(doc, elementId, comment));
    const shown = await noteMentions(scope, { tabId, threadId: elementId }, comment);
    emit(scope, 'comment', elementId, { comment: shown, ...(thread?.resolved === true && { reopened: true }) });
    return shown;
  }
}

function setState(scope: CommentScope, commentId: string, change: 'resolved' | 'reopened'): null | Problem {
  const found = find(scope, commentId);
  if (isProblem(found)) return found;
  const { elementId, thread } = found;
  const resolved = change === 'resolved';
  if (thread.resolved === resolved) return null;
  scope.room.edit((doc) => setResolved(doc, elementId, resolved));
  emit(scope, 'thread', elementId, { change, comment: { id: commentId } });
  return null;
}

async function removeFrom(scope: CommentScope, commentId: string): Promise<null | Problem> {
  const found = find(scope, commentId);
  if (isProblem(found)) return found;
  if (!mayRemove(scope, found)) return problem('not_comment_author');
  const { elementId, thread } = found;
  scope.room.edit((doc) => removeComment(doc, elementId, commentId));
  await deleteMentionsOf(scope.room.tx, scope.documentId, commentId);
  const change = thread.comments.length === 1 ? 'removed' : 'comment-removed';
  emit(scope, 'thread', elementId, { change, comment: { id: commentId } });
  return null;
}

function find({ room, tab, tabId }: CommentScope, commentId: string): FoundComment | Problem {
  for (const [elementId, thread] of room.threadsOn(tabId)) {
    const comment = thread.comments.find(({ id }) => id === commentId);
    if (comment !== undefined && carriesThread(tab, elementId)) return { elementId, thread, comment };
  }
  return problem('comment_not_found');
}

function mayRemove(
  { room, call: { actor }, access: { level, tabs } }: CommentScope,
  { comment, elementId }: FoundComment,
): boolean {
  if (comment.authorId === userIdOf(actor)) return true;
  if (actor.kind !== 'person' || !reaches(level, 'editor')) return false;
  // A person who may edit one tab could add an element there with an id of another tab, and so reach its thread.
  return tabs === null || room.tabs().every(({ id }) => tabs.includes(id) || !room.threadsOn(id).has(elementId));
}

function emit({ room, tab, tabId, call }: CommentScope, type: 'comment' | 'thread', elementId: string, data: object): void {
  const label = tab.get(elementId)?.label;
  const element = { element: elementId, ref: tab.refOf(elementId), ...(label !== undefined && { label }) };
  room.event(type, { ...element, ...data, actor: eventActor(call.actor) }, tabId);
}

function threadsOf(reading: RoomReading, status: CommentStatus): CommentThread[] {
  return reading.tabs.flatMap(({ id, name }) => {
    const threads = reading.threadsOn(id);
    // Only tabs with threads are read: the first reading of a tab costs as much as the tab contains.
    const tab = threads.size === 0 ? undefined : reading.tab(id);
    if (tab === undefined) return [];
    return threadsInOrder(tab, threads)
      .filter(({ thread }) => hasStatus(thread, status))
      .map(({ box, thread }) => {
        const place = { tabId: id, tabName: name, elementId: box.id, ref: tab.refOf(box.id), label: box.label ?? '' };
        return threadAt(place, thread);
      });
  });
}

const threadsOfRemoved = (reading: RoomReading, status: CommentStatus): CommentThread[] =>
  [...reading.threadsOfRemoved()]
    .filter(([, thread]) => hasStatus(thread, status))
    .map(([id, thread]) => threadAt({ tabId: '', tabName: '', elementId: id, ref: id, label: '' }, thread));

const threadAt = (place: Omit<CommentThread, 'resolved' | 'comments'>, { resolved, comments }: Thread): CommentThread => ({
  ...place,
  resolved,
  comments: comments.map(shownComment),
});

const isStatus = (text: string): text is CommentStatus => (commentStatuses as readonly string[]).includes(text);

function refuseFull(thread: Thread | null): Problem | null {
  const limit = limits.commentsPerElement;
  if ((thread?.comments.length ?? 0) < limit) return null;
  const detail = `An element holds at most ${limit.toLocaleString('en')} comments.`;
  return problem('comments_full', { limit, detail, hint: 'Delete comments that are no longer needed.' });
}

/** The box of a full id, a ref or a unique prefix. */
function boxNamed(text: string, tab: TabView): Box | Problem {
  if (text === '') return problem('element_not_found');
  const found = findOne({ kind: 'ref', text }, { tab, selected: null, work: new Work() });
  if (isProblem(found)) return found.code === 'target_not_found' ? problem('element_not_found', found.members) : found;
  return isArrow(found) ? problem('element_not_commentable') : found;
}
