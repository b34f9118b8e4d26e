/** task-calls: what people do with tasks. */
import type { Handle, NewTask, Task } from '#schema/task.ts';

import { call } from '../api/call.ts';

const paramsOf = ({ doc, id }: Task) => ({ doc, task: id });

/** All throw CallRefused and CallUnreachable. */
export const listHandles = async (documentId: string, signal: AbortSignal): Promise<readonly Handle[]> =>
  (await call('GET /documents/:doc/handles', { params: { doc: documentId }, signal })).handles;

export const handTask = (documentId: string, task: NewTask): Promise<Task> =>
  call('POST /documents/:doc/tasks', { params: { doc: documentId }, body: task, idempotencyKey: crypto.randomUUID() });

/** Queues a task that no agent works on again, with an answer or more to do. */
export const handAgain = (task: Task, text?: string): Promise<Task> =>
  call('POST /documents/:doc/tasks/:task/hand', {
    params: paramsOf(task),
    body: text === undefined ? {} : { text },
    idempotencyKey: crypto.randomUUID(),
  });

export const withdrawTask = (task: Task): Promise<unknown> =>
  call('DELETE /documents/:doc/tasks/:task', { params: paramsOf(task) });
