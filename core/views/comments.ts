/** comments: the comments on a tab's elements as text (VW30 to VW33). */
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

/** The threads, each line with a line break at its end. */
export function comments(tab: TabView, { rev, threads, all }: CommentsOptions): string {
  const ordered = threadsInOrder(tab, threads);
  const openCount = ordered.filter(({ thread }) => !thread.resolved).length;
  const header = `# ${quote(tab.settings.name)} · rev ${rev} · ${openCount} open ${openCount === 1 ? 'thread' : 'threads'}, ${ordered.length - openCount} resolved`;
  const visible = ordered.filter(({ thread }) => hasStatus(thread, all ? 'all' : 'open'));
  return `${[header, ...visible.flatMap((each) => linesOf(each, tab))].join('\n')}\n`;
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
