/** Calls for the tasks of a document, as people hand and follow them. inbox.ts has those of agents. */
import { resource, route } from '../route.ts';

export const handles = resource('Tasks', [
  route('listHandles', {
    access: 'browser',
    summary: 'List the agents that take tasks from you',
    description: 'Agents with a handle that can read the document, and that you may hand tasks to.',
    replies: { 200: { description: 'The agents.' } },
    refuses: ['access_denied'],
    handle: ({ call, params }, app) => app.tasks.handles(call, params.doc),
  }),
]);

export const tasks = resource('Tasks', [
  route('handTask', {
    access: 'browser',
    summary: 'Hand a task to an agent',
    description:
      'Only people hand tasks. An agent takes tasks from its owner, or from all participants of the document, as its owner chose.',
    replies: { 201: { description: 'The task, queued for the agent.' } },
    refuses: [
      'access_denied',
      'handle_not_found',
      'handle_ambiguous',
      'tab_not_found',
      'element_not_found',
      'target_ambiguous',
      'item_not_found',
      'comment_not_found',
      'too_large',
    ],
    handle: ({ call, params, body }, app) => app.tasks.hand(call, params.doc, body),
    answer: (task, { params }) => ({ status: 201, json: task, location: `/documents/${params.doc}/tasks/${task.id}` }),
  }),
  route('listTasks', {
    access: 'viewer',
    summary: 'List the tasks of a document',
    replies: { 200: { description: 'Newest first.' } },
    refuses: [],
    handle: ({ call, params, query }, app) => app.tasks.list(call, params.doc, query),
  }),
]);

export const task = resource('Tasks', [
  route('showTask', {
    access: 'viewer',
    summary: 'Show a task',
    replies: { 200: { description: 'The task.' } },
    refuses: [],
    handle: ({ call, params }, app) => app.tasks.show(call, params.doc, params.task),
  }),
  route('withdrawTask', {
    access: 'browser',
    summary: 'Withdraw a task',
    description:
      'The person who handed it, the owner of the agent and editors can. An agent that works on it is refused at its next call.',
    replies: { 204: { description: 'Withdrawn: the task no longer exists.' } },
    refuses: ['access_denied'],
    handle: ({ call, params }, app) => app.tasks.withdraw(call, params.doc, params.task),
  }),
]);

export const handedAgain = resource('Tasks', [
  route('handTaskAgain', {
    access: 'browser',
    summary: 'Answer a question of an agent, or hand a task again',
    description: 'Queues a task that needs input, is done, failed or is stale. The agent reads the text among its messages.',
    replies: { 200: { description: 'The task, queued for the agent.' } },
    refuses: ['access_denied', 'handle_not_found', 'task_state_refused', 'too_large'],
    handle: ({ call, params, body }, app) => app.tasks.handAgain(call, params.doc, params.task, body),
  }),
]);
