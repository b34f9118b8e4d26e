/** Calls for the inbox of an agent: the tasks that people handed to its token. tasks.ts has those of people. */
import { asAgent } from '../agent-call.ts';
import { resource, route } from '../route.ts';

const tokenOnly = 'inbox_requires_token';
const leases = ['lease_invalid', 'lease_lapsed', 'task_state_refused'] as const;

export const inbox = resource('Tasks', [
  route('readInbox', {
    access: 'signed-in',
    tokenOnly,
    isHeld: true,
    summary: 'List the tasks that wait for this token',
    description:
      'With `wait`, a call that finds none waits for one, and answers as soon as one is queued. Claim a task before you work on it.',
    replies: { 200: { description: 'The queued tasks, oldest first.' } },
    refuses: [],
    handle: ({ call, query, onGone }, app) => asAgent(call, tokenOnly, (agent) => app.inbox.list(agent, query, onGone)),
  }),
]);

export const inboxTask = resource('Tasks', [
  route('readInboxTask', {
    access: 'signed-in',
    tokenOnly,
    summary: 'Show a task that was handed to this token',
    replies: { 200: { description: 'The task, in whatever state it is.' } },
    refuses: [],
    handle: ({ call, params }, app) => asAgent(call, tokenOnly, (agent) => app.inbox.show(agent, params.task)),
  }),
]);

export const claim = resource('Tasks', [
  route('claimTask', {
    access: 'signed-in',
    tokenOnly,
    summary: 'Claim a task',
    description:
      'One agent at a time has a task. The lease lasts 60 seconds, and each `update` renews it. When it lapses, the task is queued again; the third time it is stale.',
    replies: { 200: { description: 'The task and its lease.' } },
    refuses: ['token_read_only', 'task_taken', 'task_state_refused'],
    handle: ({ call, params }, app) => asAgent(call, tokenOnly, (agent) => app.inbox.claim(agent, params.task)),
  }),
]);

export const taskUpdate = resource('Tasks', [
  route('updateTask', {
    access: 'signed-in',
    tokenOnly,
    summary: 'Renew a lease, report progress, or ask a question',
    description:
      'Call it within every 60 seconds while you work. A question ends the lease: claim the task again when it is answered.',
    replies: { 200: { description: 'The task.' } },
    refuses: ['token_read_only', ...leases, 'too_large'],
    handle: ({ call, params, body }, app) => asAgent(call, tokenOnly, (agent) => app.inbox.update(agent, params.task, body)),
  }),
]);

export const completion = resource('Tasks', [
  route('completeTask', {
    access: 'signed-in',
    tokenOnly,
    summary: 'Complete a task',
    description: 'As done or failed. People can undo the changeset that it names, which must be one of this token.',
    replies: { 200: { description: 'The task.' } },
    refuses: ['token_read_only', ...leases, 'changeset_not_found'],
    handle: ({ call, params, body }, app) => asAgent(call, tokenOnly, (agent) => app.inbox.complete(agent, params.task, body)),
  }),
]);
