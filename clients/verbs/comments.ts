/** Verbs for threads of comments on elements: list, write, resolve, and wait for the next comment. */
import Type from 'typebox';

import { findDocument } from '#clients/service/find-document.ts';
import { findTab } from '#clients/service/find-tab.ts';
import { follow, type LiveEvent } from '#clients/service/follow.ts';
import { ServiceRefusal } from '#clients/service/service-refusal.ts';
import type { Service } from '#clients/service/service.ts';
import { CommentQuery } from '#schema/calls.ts';
import type { Comment, CommentThread } from '#schema/comment.ts';
import { limits } from '#schema/limits.ts';

import { commentText, threadLines, threadText } from './comment-text.ts';
import { mentionVerbs } from './mentions.ts';
import { document, documentAndTab, tabParams, type TabParams } from './place.ts';
import { type Verb, verb } from './verb.ts';

/** The data of a `comment` event, and of an `item` event for a comment on a card. */
export type CommentEvent = CommentOnElement | CommentOnCard;
type CommentOnElement = {
  readonly tab: string;
  readonly element: string;
  readonly ref: string;
  readonly label?: string;
  readonly comment: Comment;
};
type CommentOnCard = { readonly id: string; readonly key: number; readonly comment: Comment };

const element = { element: Type.String({ minLength: 1, description: 'The ref of the element, its id or a unique prefix.' }) };
const text = { text: Type.String({ description: `1 to ${limits.commentCharacters.toLocaleString('en')} characters.` }) };
const inThread = Type.Object({
  ...documentAndTab,
  tab: Type.Optional(Type.String({ description: 'Its id or name; default: the one tab where the element has a thread.' })),
  ...element,
});

export const listComments = verb({
  name: 'list-comments',
  summary: 'List the comment threads of all tabs: open ones, resolved ones, or all, also those of removed elements.',
  input: Type.Object({
    ...document,
    tab: Type.Optional(
      Type.String({ minLength: 1, maxLength: 2_048, description: 'Only the threads of this tab (id or name).' }),
    ),
    status: CommentQuery.properties.status,
  }),
  effect: 'read',
  idempotent: true,
  async run({ document: name, tab: tabName, status }, service) {
    const doc = await findDocument(service, name);
    const tab = tabName === undefined ? null : await findTab(service, doc, tabName);
    const query = { ...(status !== undefined && { status }), ...(status === 'all' && { removed: '1' as const }) };
    const { threads } = await service.json('GET /documents/:doc/comments', { params: { doc }, query });
    return { threads: tab === null ? threads : threads.filter(({ tabId }) => tabId === tab) };
  },
  command: {
    usage: 'comment ls <doc:document>',
    summary: 'list the threads of all tabs',
    // The server refuses an unknown status, and names the values.
    options: { tab: {}, status: { text: 'open, resolved or all', default: 'open' } },
    id: ({ threads }) => threads.flatMap(({ comments }) => comments.map(({ id }) => id)).join('\n'),
    text: ({ threads }) => threads.map(threadText).join('\n\n'),
  },
  tool: {
    name: 'list_comments',
    title: 'List comments',
    description: 'List comment threads.',
    args: {
      tab: 'Only of this tab.',
      status: 'open (default), resolved or all.',
    },
    isPaged: true,
    answer: ({ threads }) => ({ text: threads.flatMap(threadLines).join('\n') || 'no threads' }),
  },
});

export const addComment = verb({
  name: 'add-comment',
  summary: 'Comment on an element: starts its thread, or adds to it and reopens it.',
  input: Type.Object({ ...documentAndTab, ...element, ...text }),
  effect: 'write',
  idempotent: false,
  async run(input, service) {
    const params = await tabParams(service, input.document, input.tab);
    const body = { elementId: input.element, text: input.text };
    return service.json('POST /documents/:doc/tabs/:tab/comments', { params, body });
  },
  command: {
    usage: 'comment add <doc:document> <ref:element> <text>',
    summary: 'comment on an element',
    options: { tab: {} },
    examples: ['atelier comment add "Payments" cart "Is this still right?"'],
    id: ({ id }) => id,
    text: commentText,
  },
});

export const replyToComment = verb({
  name: 'reply-to-comment',
  summary: 'Reply in the thread of an element; a resolved thread is reopened.',
  input: Type.Object({ ...inThread.properties, ...text }),
  effect: 'write',
  idempotent: false,
  async run(input, service) {
    const params = await threadParams(service, input);
    return service.json('POST /documents/:doc/tabs/:tab/comments/:comment/reply', { params, body: { text: input.text } });
  },
  command: {
    usage: 'comment reply <doc:document> <ref:element> <text>',
    summary: 'reply in the thread of an element',
    options: { tab: {} },
    id: ({ id }) => id,
    text: commentText,
  },
});

export const resolveThread = verb({
  name: 'resolve-thread',
  summary: 'Resolve the thread of an element.',
  input: inThread,
  effect: 'write',
  idempotent: true,
  run: async (input, service) =>
    service.json('POST /documents/:doc/tabs/:tab/comments/:comment/resolve', { params: await threadParams(service, input) }),
  command: { usage: 'comment resolve <doc:document> <ref:element>', options: { tab: {} } },
});

export const reopenThread = verb({
  name: 'reopen-thread',
  summary: 'Reopen the thread of an element.',
  input: inThread,
  effect: 'write',
  idempotent: true,
  run: async (input, service) =>
    service.json('POST /documents/:doc/tabs/:tab/comments/:comment/reopen', { params: await threadParams(service, input) }),
  command: { usage: 'comment reopen <doc:document> <ref:element>', options: { tab: {} } },
});

export const deleteComment = verb({
  name: 'delete-comment',
  summary: 'Delete a comment of your own.',
  input: Type.Object({ ...documentAndTab, comment: Type.String({ minLength: 1, description: 'Its id, `cmt_…`.' }) }),
  effect: 'destructive',
  idempotent: true,
  async run(input, service) {
    const params = { ...(await tabParams(service, input.document, input.tab)), comment: input.comment };
    return service.json('DELETE /documents/:doc/tabs/:tab/comments/:comment', { params });
  },
  command: {
    usage: 'comment rm <doc:document> <comment>',
    summary: 'delete a comment of your own, by its id',
    options: { tab: {} },
  },
});

/** The data of an event if it is about a new comment. */
function commentIn({ type, data }: LiveEvent): CommentEvent | null {
  const isComment = type === 'comment' || (type === 'item' && data['change'] === 'commented');
  return isComment ? (data as CommentEvent & typeof data) : null;
}

/** Answers null if there was no comment in time. A wait that begins at `after` of the last one misses nothing. */
export const waitForComment = verb({
  name: 'wait-for-comment',
  summary: 'Wait for the next comment in a document, on an element or a card.',
  input: Type.Object({
    ...document,
    timeout: Type.Number({ exclusiveMinimum: 0, maximum: 86_400, description: 'Seconds.' }),
    after: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'Continue from there: `after` of the last answer.' }),
    ),
  }),
  effect: 'read',
  idempotent: true,
  async run({ document: name, timeout, after }, service): Promise<{ comment: CommentEvent | null; after: string | null }> {
    const documentId = await findDocument(service, name);
    const signal = service.endingWith(AbortSignal.timeout(timeout * 1_000));
    let reached = after ?? null;
    const onPlace = (id: string): void => void (reached = id);
    for await (const event of follow(service, documentId, { types: 'comment,item', after, signal, onPlace })) {
      const comment = commentIn(event);
      if (comment !== null) return { comment, after: reached };
    }
    return { comment: null, after: reached };
  },
});

export const commentVerbs: readonly Verb[] = [
  listComments,
  addComment,
  replyToComment,
  resolveThread,
  reopenThread,
  deleteComment,
  ...mentionVerbs,
];

type ThreadInput = { readonly document: string; readonly tab?: string; readonly element: string };

/** The thread of an element, by its first comment. Throws ServiceRefusal (comment_not_found, target_ambiguous). */
async function threadParams(service: Service, input: ThreadInput): Promise<TabParams & { readonly comment: string }> {
  const doc = await findDocument(service, input.document);
  const tabId = input.tab === undefined ? undefined : await findTab(service, doc, input.tab);
  const { threads } = await service.json('GET /documents/:doc/comments', { params: { doc }, query: { status: 'all' } });
  const named = threads.filter((thread) => isNamed(thread, input.element) && (tabId === undefined || thread.tabId === tabId));
  const exact = named.filter((thread) => thread.ref === input.element || thread.elementId === input.element);
  const [only, ...more] = exact.length > 0 ? exact : named;
  const first = only?.comments[0];
  if (only !== undefined && first !== undefined && more.length === 0) return { doc, tab: only.tabId, comment: first.id };
  if (more.length > 0)
    throw new ServiceRefusal({
      code: 'target_ambiguous',
      status: 400,
      detail: 'Several elements with a thread match.',
      hint: 'Name the tab, or the element by its id.',
      candidates: named.map(({ ref, tabName }) => ({ ref, tab: tabName })),
    });
  throw new ServiceRefusal({
    code: 'comment_not_found',
    status: 404,
    detail: 'The element has no thread.',
    hint: 'Start one: atelier comment add <doc> <ref> <text>, or the tool comment with action add.',
  });
}

const isNamed = ({ ref, elementId }: CommentThread, name: string): boolean => ref === name || elementId.startsWith(name);
