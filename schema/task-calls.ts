/** The calls for tasks and the inboxes of agents. */
import Type from 'typebox';

import { type ApiEndpoint, Cursor, endpoint } from './endpoint.ts';
import * as tasks from './task.ts';

export const taskCalls = {
  listHandles: endpoint('GET /documents/:doc/handles', {
    reply: Type.Object({
      handles: Type.Array(tasks.Handle, { description: "By handle; of several with the same one, the caller's own first." }),
    }),
  }),
  handTask: endpoint('POST /documents/:doc/tasks', { body: tasks.NewTask, reply: tasks.Task }),
  listTasks: endpoint('GET /documents/:doc/tasks', {
    query: tasks.TaskListQuery,
    reply: Type.Object({ tasks: Type.Array(tasks.Task, { description: 'Newest first.' }), next: Cursor }),
  }),
  showTask: endpoint('GET /documents/:doc/tasks/:task', { reply: tasks.Task }),
  withdrawTask: endpoint('DELETE /documents/:doc/tasks/:task', {}),
  handTaskAgain: endpoint('POST /documents/:doc/tasks/:task/hand', { body: tasks.TaskAnswer, reply: tasks.Task }),
  readInbox: endpoint('GET /inbox', {
    query: tasks.InboxQuery,
    reply: Type.Object({ tasks: Type.Array(tasks.Task, { description: 'Queued tasks, oldest first.' }), next: Cursor }),
  }),
  readInboxTask: endpoint('GET /inbox/:task', { reply: tasks.Task }),
  claimTask: endpoint('POST /inbox/:task/claim', { reply: tasks.ClaimedTask }),
  updateTask: endpoint('POST /inbox/:task/update', { body: tasks.TaskUpdate, reply: tasks.Task }),
  completeTask: endpoint('POST /inbox/:task/complete', { body: tasks.TaskCompletion, reply: tasks.Task }),
} satisfies Readonly<Record<string, ApiEndpoint>>;
