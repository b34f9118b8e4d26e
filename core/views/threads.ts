/** threads: the comment threads of a tab, with the boxes that they hang on, in outline order. */
import type { CommentStatus, Thread } from '#schema/comment.ts';
import { type Box, isArrow } from '#schema/element.ts';

import type { TabView } from '../tab/view.ts';
import { boxOrder, walk } from './outline-order.ts';

export type ThreadOn = { readonly box: Box; readonly thread: Thread };

/** `threads` by element id. One whose element is not on the tab, or has become an arrow, is left out. */
export function threadsInOrder(tab: TabView, threads: ReadonlyMap<string, Thread>): ThreadOn[] {
  const isShown = [...threads.keys()].some((id) => carriesThread(tab, id));
  if (!isShown) return [];
  return Array.from(walk(boxOrder(tab))).flatMap(({ node: { box } }) => {
    const thread = threads.get(box.id);
    return thread === undefined ? [] : [{ box, thread }];
  });
}

/** Whether the id is that of a box on the tab: arrows carry no thread. */
export function carriesThread(tab: TabView, id: string): boolean {
  const element = tab.get(id);
  return element !== undefined && !isArrow(element);
}

export const hasStatus = ({ resolved }: Thread, status: CommentStatus): boolean =>
  status === 'all' || resolved === (status === 'resolved');
