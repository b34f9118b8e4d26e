/**
 * comments: what was said about a tab's elements, as text.
 * C1  The first line starts with # and says the tab's name, revision and how many threads are open and resolved.
 * C2  A thread is `<ref> <kind> "<label>" · open` or `· resolved`, in outline order; resolved ones only with `all`.
 * C3  Its comments are indented below it, oldest first: `<id> "<author>" <time> "<text>"`, the time in UTC.
 * C4  No user text starts a line or breaks one.
 */
import type { Thread } from '#schema/comment.ts';

import { kindOf } from '../notation/naming.ts';
import { quote } from '../notation/quote.ts';
import type { TabView } from '../tab/view.ts';
import { hasStatus, type ThreadOn, threadsInOrder } from './threads.ts';

export type CommentsOptions = {
  readonly rev: number;
  /** By element id. */ readonly threads: ReadonlyMap<string, Thread>;
  readonly all: boolean;
};

/** The threads, with a line break at the end of each line. */
export function comments(tab: TabView, { rev, threads, all }: CommentsOptions): string {
  const found = threadsInOrder(tab, threads);
  const open = found.filter(({ thread }) => !thread.resolved).length;
  const header = `# ${quote(tab.settings.name)} · rev ${rev} · ${open} open ${open === 1 ? 'thread' : 'threads'}, ${found.length - open} resolved`;
  const shown = found.filter(({ thread }) => hasStatus(thread, all ? 'all' : 'open'));
  return `${[header, ...shown.flatMap((each) => linesOf(each, tab))].join('\n')}\n`;
}

function linesOf({ box, thread }: ThreadOn, tab: TabView): string[] {
  const label = box.label === undefined ? '' : ` ${quote(box.label)}`;
  return [
    `${tab.refOf(box.id)} ${kindOf(box)}${label} · ${thread.resolved ? 'resolved' : 'open'}`,
    ...thread.comments.map(
      ({ id, authorName, createdAt, text }) => `  ${id} ${quote(authorName)} ${timeOf(createdAt)} ${quote(text)}`,
    ),
  ];
}

const timeOf = (at: number): string => new Date(at).toISOString().replace(/\.\d{3}Z$/, 'Z');
