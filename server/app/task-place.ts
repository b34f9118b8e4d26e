/** What a task is about, found in the document under its lock. */
import { Work } from '#core/planning/work.ts';
import { findOne } from '#core/selectors/one.ts';
import type { TabView } from '#core/tab/view.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { NewTask } from '#schema/task.ts';
import { readThread } from '#schema/ydoc/threads.ts';
import type { RoomWrite } from '#server/rooms/port.ts';
import type { StoredTask } from '#storage/tasks.ts';

export type TaskPlace = Pick<StoredTask, 'tabId' | 'elementId' | 'selection' | 'itemId' | 'commentId'>;

/** Errors: tab_not_found, element_not_found, target_ambiguous, item_not_found, comment_not_found, invalid_request. */
export function taskPlace(room: RoomWrite, { tab: tabId, element, selection = [], item, comment }: NewTask): TaskPlace | Problem {
  const names = [...(element === undefined ? [] : [element]), ...selection];
  if (names.length > 0 && tabId === undefined) return invalid('/tab', 'is needed with elements');
  if (item !== undefined && names.length > 0) return invalid('/item', 'cannot be together with elements');
  if (item !== undefined && !room.board.cards.has(item)) return problem('item_not_found');
  const tab = tabId === undefined ? undefined : room.tab(tabId);
  if (tabId !== undefined && tab === undefined) return problem('tab_not_found');
  const ids: string[] = [];
  for (const name of names) {
    const id = tab === undefined ? problem('tab_not_found') : elementNamed(tab, name);
    if (isProblem(id)) return id;
    ids.push(id);
  }
  const thread = comment === undefined ? null : threadOf(room, comment, tabId);
  if (thread === undefined) return problem('comment_not_found');
  const [first, ...others] = element === undefined ? [null, ...ids] : ids;
  const elementId = first ?? thread?.elementId ?? null;
  const itemId = item ?? thread?.itemId ?? null;
  const isElsewhere = thread !== null && (elementId !== thread.elementId || itemId !== thread.itemId);
  if (isElsewhere) return invalid('/comment', 'belongs to another element or card');
  const place = { tabId: tabId ?? thread?.tabId ?? null, elementId, itemId, commentId: comment ?? null };
  return { ...place, selection: [...new Set(others.filter((id) => id !== null && id !== elementId))] as string[] };
}

function elementNamed(tab: TabView, text: string): string | Problem {
  const found = findOne({ kind: 'ref', text }, { tab, selected: null, work: new Work() });
  if (!isProblem(found)) return found.id;
  return found.code === 'target_not_found' ? problem('element_not_found', found.members) : found;
}

type ThreadPlace = { readonly tabId: string | null; readonly elementId: string | null; readonly itemId: string | null };

/** Undefined if there is no such comment, or it is not on the tab. */
function threadOf(room: RoomWrite, commentId: string, tabId: string | undefined): ThreadPlace | undefined {
  const tabs = tabId === undefined ? room.tabs().map(({ id }) => id) : [tabId];
  for (const id of tabs) {
    for (const [elementId, { comments }] of room.threadsOn(id))
      if (comments.some((comment) => comment.id === commentId)) return { tabId: id, elementId, itemId: null };
  }
  for (const itemId of room.board.cards.keys()) {
    const thread = readThread(room.doc, itemId);
    if (thread?.comments.some((comment) => comment.id === commentId) === true) return { tabId: null, elementId: null, itemId };
  }
  return undefined;
}

const invalid = (pointer: string, message: string): Problem =>
  problem('invalid_request', { errors: [{ in: 'body', pointer, message }] });
