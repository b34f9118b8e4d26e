/**
 * comments: what people and agents say about the elements of a tab.
 *
 * P1  The author is who the credential says: of a token its owner, in the owner's name and colour. The token's id is in the
 *     audit log alone.
 * P2  A thread is named by any comment in it. Through another tab, or while its element is gone, there is no such comment.
 * P3  A comment or reply opens its thread; resolving a resolved thread, or reopening an open one, changes nothing.
 * P4  Everybody deletes comments of their own; those of others only a person who may edit wherever the element lies, never a
 *     token.
 * P5  With its last comment a thread is gone.
 * P6  Locks hold no comment up, and comments leave the tab's revision as it is.
 */
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
import { type Access, userIdOf } from '#server/access/actor.ts';
import { authorize } from '#server/access/authorize.ts';
import type { Call } from '#server/call.ts';
import type { RoomReading, RoomWrite } from '#server/rooms/port.ts';

import { eventActor } from './audit.ts';
import { withIdempotency } from './commit.ts';
import type { AppContext } from './context.ts';
import { newComment } from './new-comment.ts';

export interface Comments {
  /** In tab order, then outline order. Errors: invalid_status. */
  list(call: Call, documentId: string, query: CommentQuery): Promise<{ readonly threads: readonly CommentThread[] } | Problem>;
  /** Errors: tab_not_found, text_required, text_too_long, element_not_found, target_ambiguous, element_not_commentable, comments_full. */
  add(call: Call, documentId: string, tabId: string, body: NewComment): Promise<Comment | Problem>;
  /** Errors, here and below: tab_not_found, comment_not_found. Of this one also those of a text, and comments_full. */
  reply(call: Call, documentId: string, tabId: string, commentId: string, body: CommentText): Promise<Comment | Problem>;
  resolve(call: Call, documentId: string, tabId: string, commentId: string): Promise<null | Problem>;
  reopen(call: Call, documentId: string, tabId: string, commentId: string): Promise<null | Problem>;
  /** Errors: also not_comment_author. */
  remove(call: Call, documentId: string, tabId: string, commentId: string): Promise<null | Problem>;
}

/** A tab under the document's lock, and what the caller may do there. */
type CommentScope = {
  readonly room: RoomWrite;
  readonly tab: TabView;
  readonly tabId: string;
  readonly call: Call;
  readonly access: Access;
};
type CommentAddress = { readonly call: Call; readonly documentId: string; readonly tabId: string; readonly commentId?: string };
type FoundComment = { readonly elementId: string; readonly thread: Thread; readonly comment: Thread['comments'][number] };

export function createComments(context: AppContext): Comments {
  const { storage, rooms, now } = context;

  return {
    async list({ actor }, documentId, { status = 'open' }) {
      const access = await authorize(storage.db, actor, documentId, 'viewer', { now: now() });
      if (isProblem(access)) return access;
      if (!isStatus(status)) return problem('invalid_status', { allowed: commentStatuses });
      return rooms.read(documentId, (reading) => ({ threads: threadsOf(reading, status) }));
    },

    add: (call, documentId, tabId, { elementId, text }) =>
      write({ call, documentId, tabId }, 'comment.add', (ground) => {
        const box = boxNamed(elementId, ground.tab);
        return isProblem(box) ? box : append(ground, box.id, text);
      }),

    reply: (call, documentId, tabId, commentId, { text }) =>
      write({ call, documentId, tabId, commentId }, 'comment.reply', (ground) => {
        const found = find(ground, commentId);
        return isProblem(found) ? found : append(ground, found.elementId, text);
      }),

    resolve: (call, documentId, tabId, commentId) =>
      write({ call, documentId, tabId, commentId }, 'comment.resolve', (ground) => turn(ground, commentId, 'resolved')),

    reopen: (call, documentId, tabId, commentId) =>
      write({ call, documentId, tabId, commentId }, 'comment.reopen', (ground) => turn(ground, commentId, 'reopened')),

    remove: (call, documentId, tabId, commentId) =>
      write({ call, documentId, tabId, commentId }, 'comment.delete', (ground) => takeAway(ground, commentId)),
  };

  /** Runs a participant's write to a tab, with its audit row and under its key. */
  function write<T extends Comment | null>(
    { call, documentId, tabId, commentId }: CommentAddress,
    action: string,
    work: (ground: CommentScope) => T | Problem,
  ): Promise<T | Problem> {
    const written = {
      action,
      about: (made: T) => ({
        documentId,
        ...(made !== null ? { subject: made.id } : commentId !== undefined && { subject: commentId }),
      }),
    };
    return rooms.write(call, documentId, (room) =>
      withIdempotency<T>(context, room.tx, call, written, async () => {
        const access = await authorize(room.tx, call.actor, documentId, 'participant', { now: now() });
        if (isProblem(access)) return access;
        const tab = room.tab(tabId);
        return tab === undefined ? problem('tab_not_found') : work({ room, tab, tabId, call, access });
      }),
    );
  }

  /** [P1] [P3] Puts a comment at the end of an element's thread. */
  function append(ground: CommentScope, elementId: string, text: string | undefined): Comment | Problem {
    const { room, call } = ground;
    const comment = newComment(call.actor, text, now());
    if (isProblem(comment)) return comment;
    const thread = readThread(room.doc, elementId);
    const full = refuseFull(thread, room.comments());
    if (full !== null) return full;
    room.edit((doc) => addComment(doc, elementId, comment));
    const shown = shownComment(comment);
    tell(ground, 'comment', elementId, { comment: shown, ...(thread?.resolved === true && { reopened: true }) });
    return shown;
  }
}

/** [P3] */
function turn(ground: CommentScope, commentId: string, change: 'resolved' | 'reopened'): null | Problem {
  const found = find(ground, commentId);
  if (isProblem(found)) return found;
  const { elementId, thread } = found;
  const resolved = change === 'resolved';
  if (thread.resolved === resolved) return null;
  ground.room.edit((doc) => setResolved(doc, elementId, resolved));
  tell(ground, 'thread', elementId, { change, comment: { id: commentId } });
  return null;
}

/** [P4] [P5] */
function takeAway(ground: CommentScope, commentId: string): null | Problem {
  const found = find(ground, commentId);
  if (isProblem(found)) return found;
  if (!mayRemove(ground, found)) return problem('not_comment_author');
  const { elementId, thread } = found;
  ground.room.edit((doc) => removeComment(doc, elementId, commentId));
  const change = thread.comments.length === 1 ? 'removed' : 'comment-removed';
  tell(ground, 'thread', elementId, { change, comment: { id: commentId } });
  return null;
}

/** [P2] */
function find({ room, tab, tabId }: CommentScope, commentId: string): FoundComment | Problem {
  for (const [elementId, thread] of room.threadsOn(tabId)) {
    const comment = thread.comments.find(({ id }) => id === commentId);
    if (comment !== undefined && carriesThread(tab, elementId)) return { elementId, thread, comment };
  }
  return problem('comment_not_found');
}

/** [P4] */
function mayRemove(
  { room, call: { actor }, access: { level, tabs } }: CommentScope,
  { comment, elementId }: FoundComment,
): boolean {
  if (comment.authorId === userIdOf(actor)) return true;
  if (actor.kind !== 'person' || !reaches(level, 'editor')) return false;
  // Who may edit one tab could put an element under the id of another tab's there, and so get hold of its thread.
  return tabs === null || room.tabs().every(({ id }) => tabs.includes(id) || !room.threadsOn(id).has(elementId));
}

function tell({ room, tab, tabId, call }: CommentScope, type: 'comment' | 'thread', elementId: string, data: object): void {
  const label = tab.get(elementId)?.label;
  const element = { element: elementId, ref: tab.refOf(elementId), ...(label !== undefined && { label }) };
  room.event(type, { ...element, ...data, actor: eventActor(call.actor) }, tabId);
}

function threadsOf(reading: RoomReading, status: CommentStatus): CommentThread[] {
  return reading.tabs.flatMap(({ id, name }) => {
    const threads = reading.threadsOn(id);
    // Only tabs that have threads are looked at: reading a tab for the first time costs what it holds.
    const tab = threads.size === 0 ? undefined : reading.tab(id);
    if (tab === undefined) return [];
    return threadsInOrder(tab, threads)
      .filter(({ thread }) => hasStatus(thread, status))
      .map(({ box, thread }) => ({
        tabId: id,
        tabName: name,
        elementId: box.id,
        ref: tab.refOf(box.id),
        label: box.label ?? '',
        resolved: thread.resolved,
        comments: thread.comments.map(shownComment),
      }));
  });
}

const isStatus = (text: string): text is CommentStatus => (commentStatuses as readonly string[]).includes(text);

function refuseFull(thread: Thread | null, inDocument: number): Problem | null {
  const full = (limit: number, what: string): Problem =>
    problem('comments_full', {
      limit,
      detail: `${what} holds at most ${limit.toLocaleString('en')} comments.`,
      hint: 'Delete comments that are no longer needed.',
    });
  if ((thread?.comments.length ?? 0) >= limits.commentsPerElement) return full(limits.commentsPerElement, 'An element');
  return inDocument >= limits.commentsPerDocument ? full(limits.commentsPerDocument, 'A document') : null;
}

/** The box of a full id, a ref or a unique prefix. */
function boxNamed(text: string, tab: TabView): Box | Problem {
  if (text === '') return problem('element_not_found');
  const found = findOne({ kind: 'ref', text }, { tab, selected: null, work: new Work() });
  if (isProblem(found)) return found.code === 'target_not_found' ? problem('element_not_found', found.members) : found;
  return isArrow(found) ? problem('element_not_commentable') : found;
}
