/** The live event of a task, and the message that its editors get (SPEC.md, IN16). */
import type { systemActor } from '#schema/event.ts';
import type { RoomWrite } from '#server/rooms/port.ts';
import type { StoredTask } from '#storage/tasks.ts';

/** `updated`: the agent reported progress, or asked something. `lapsed`: its lease lapsed. */
export type TaskEventChange = 'handed' | 'claimed' | 'updated' | 'completed' | 'lapsed' | 'withdrawn';

export type TaskEvent = {
  readonly change: TaskEventChange;
  readonly actor: { readonly name: string; readonly color: string; readonly agent: boolean } | typeof systemActor;
  /** What the call said: the task, a question, an answer, the result. */
  readonly text?: string;
  readonly progress?: string;
  readonly changeset?: string;
};

/** `task` is as it is after the change. */
export function announceTask(room: Pick<RoomWrite, 'event' | 'notify'>, task: StoredTask, event: TaskEvent, at: number): void {
  const { id, handle, state, tabId, elementId, itemId, commentId } = task;
  const { change, actor, ...said } = event;
  const place = {
    ...(elementId !== null && { element: elementId }),
    ...(itemId !== null && { item: itemId }),
    ...(commentId !== null && { comment: commentId }),
  };
  room.event('task', { change, task: id, handle, state, ...place, ...said, actor }, tabId ?? undefined);
  room.notify({ type: 'task', task: id, change, state, at });
}
