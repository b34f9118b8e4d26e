/** threads: the comment threads of a tab with their boxes, in outline order. */
import type { CommentStatus, Thread } from '#schema/comment.ts';
import { type Box, isArrow } from '#schema/element.ts';

import type { TabView } from '../tab/view.ts';
import { boxOrder, walk } from './outline-order.ts';

export type ThreadOn = { readonly box: Box; readonly thread: Thread };

/** `threads` by element id. Threads whose element does not exist or has become an arrow are left out. */
export function threadsInOrder(tab: TabView, threads: ReadonlyMap<string, Thread>): ThreadOn[] {
  const isShown = [...threads.keys()].some((id) => carriesThread(tab, id));
  if (!isShown) return [];
  return Array.from(walk(boxOrder(tab))).flatMap(({ node: { box } }) => {
    const thread = threads.get(box.id);
    return thread === undefined ? [] : [{ box, thread }];
  });
}

/** True if the id is that of a box on the tab. Arrows have no threads. */
export function carriesThread(tab: TabView, id: string): boolean {
  const element = tab.get(id);
  return element !== undefined && !isArrow(element);
}

export const hasStatus = ({ resolved }: Thread, status: CommentStatus): boolean =>
  status === 'all' || resolved === (status === 'resolved');
