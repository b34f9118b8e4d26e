/** A task as its readers see it. */
import { isOpen, type Task } from '#schema/task.ts';
import { userIdOf } from '#server/access/actor.ts';
import type { Call } from '#server/call.ts';
import type { ReadTask } from '#storage/tasks.ts';

import { addressesFor } from './addresses.ts';
import type { AppContext } from './context.ts';

/** An open task of an agent that can no longer work on it is stale, without a write. */
export const stateOf = ({ state, isReachable }: Pick<ReadTask, 'state' | 'isReachable'>): Task['state'] =>
  isOpen(state) && !isReachable ? 'stale' : state;

export function shownTask(context: Pick<AppContext, 'publicUrl'>, call: Pick<Call, 'actor' | 'origin'>, task: ReadTask): Task {
  const addresses = addressesFor(context, call);
  const { documentId, tabId } = task;
  return {
    id: task.id,
    doc: documentId,
    documentName: task.documentName,
    url: tabId === null ? addresses.document(documentId) : addresses.tab(documentId, tabId),
    tab: tabId,
    element: task.elementId,
    selection: [...task.selection],
    item: task.itemId,
    comment: task.commentId,
    text: task.text,
    handle: task.handle,
    owner: { name: task.owner.name, color: task.owner.color },
    handedBy: { name: task.author.name, color: task.author.color },
    isOwn: task.author.id === userIdOf(call.actor),
    state: stateOf(task),
    progress: task.progress,
    messages: [...task.messages],
    changeset: task.changesetId,
    lapses: task.lapses,
    leaseUntil: task.leaseUntil,
    createdAt: task.createdAt,
    updatedAt: task.updatedAt,
  };
}
