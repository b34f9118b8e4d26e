/** Verbs for the inbox of an agent, and for the tasks of a document. */
import Type from 'typebox';

import { findDocument } from '#clients/service/find-document.ts';
import { ServiceRefusal } from '#clients/service/service-refusal.ts';
import type { Service } from '#clients/service/service.ts';
import { table } from '#clients/text/table.ts';
import { limits } from '#schema/limits.ts';
import { type Task, TaskCompletion, TaskListQuery, TaskUpdate } from '#schema/task.ts';

import { document, documentParams } from './place.ts';
import { taskText } from './task-text.ts';
import { type Verb, verb } from './verb.ts';

const one = { task: Type.String({ minLength: 1, maxLength: 64, description: 'The id of the task.' }) };
const inOneDocument = { document: Type.Optional(document.document) };

export const listTasks = verb({
  name: 'list-tasks',
  summary: 'List the tasks of a document, newest first.',
  input: Type.Object({ ...document, status: TaskListQuery.properties.status }),
  effect: 'read',
  idempotent: true,
  run: async ({ document: name, status }, service) =>
    service.json('GET /documents/:doc/tasks', { params: await documentParams(service, name), query: { status, limit: 100 } }),
  command: {
    usage: 'task ls <doc:document>',
    options: { status: { text: 'open or all (default: open)' } },
    id: ({ tasks }) => tasks.map(({ id }) => id).join('\n'),
    text: ({ tasks }) => table(tasks.map(row)),
  },
});

export const listInbox = verb({
  name: 'list-inbox',
  summary: 'List the tasks that wait for this token, oldest first.',
  input: Type.Object(inOneDocument),
  effect: 'read',
  idempotent: true,
  run: async (input, service) => service.json('GET /inbox', { query: { ...(await inboxQuery(service, input)), limit: 100 } }),
  command: {
    usage: 'inbox ls [doc:document]',
    id: ({ tasks }) => tasks.map(({ id }) => id).join('\n'),
    text: ({ tasks }) => table(tasks.map(row)),
  },
});

export const showInboxTask = verb({
  name: 'show-inbox-task',
  summary: 'Show a task that was handed to this token.',
  input: Type.Object(one),
  effect: 'read',
  idempotent: true,
  run: ({ task }, service) => service.json('GET /inbox/:task', { params: { task } }),
  command: { usage: 'inbox show <task>', id: ({ id }) => id, text: taskText },
});

/** Answers null if there was no task in time. A task that is queued already is answered at once. */
export const waitForTask = verb({
  name: 'wait-for-task',
  summary: 'Wait until a task is queued for this token.',
  input: Type.Object({
    ...inOneDocument,
    timeout: Type.Number({ exclusiveMinimum: 0, maximum: 86_400, description: 'Seconds.' }),
  }),
  effect: 'read',
  idempotent: true,
  async run(input, service): Promise<{ task: Task | null }> {
    const query = await inboxQuery(service, input);
    const end = performance.now() + input.timeout * 1_000;
    for (;;) {
      const seconds = Math.ceil((end - performance.now()) / 1_000);
      const wait = Math.max(0, Math.min(limits.inboxWaitSeconds, seconds));
      const { tasks } = await service.json('GET /inbox', { query: { ...query, wait, limit: 1 } });
      const [task] = tasks;
      if (task !== undefined || seconds <= limits.inboxWaitSeconds) return { task: task ?? null };
    }
  },
});

export const claimTask = verb({
  name: 'claim-task',
  summary: 'Claim a task. The lease lasts 60 seconds; each report renews it.',
  input: Type.Object(one),
  effect: 'write',
  idempotent: false,
  run: ({ task }, service) => service.json('POST /inbox/:task/claim', { params: { task } }),
  command: {
    usage: 'inbox claim <task>',
    summary: 'claim a task; prints it and its lease',
    examples: ['lease=$(atelier inbox claim task_… --quiet)'],
    id: ({ lease }) => lease,
    text: ({ task, lease }) => `${taskText(task)}\nlease  ${lease}`,
  },
});

/** The next task, claimed; null if there was none in time. */
export const takeTask = verb({
  name: 'take-task',
  summary: 'Wait for a task and claim it.',
  input: waitForTask.input,
  effect: 'write',
  idempotent: false,
  async run(input, service): Promise<{ task: Task; lease: string } | null> {
    const end = performance.now() + input.timeout * 1_000;
    for (;;) {
      const timeout = Math.max(0.001, (end - performance.now()) / 1_000);
      const { task } = await waitForTask.run({ ...input, timeout }, service);
      if (task === null) return null;
      try {
        return await claimTask.run({ task: task.id }, service);
      } catch (error) {
        // Another agent with this token was faster, or a person withdrew it.
        if (!(error instanceof ServiceRefusal) || !missed.has(error.problem.code) || performance.now() > end) throw error;
      }
    }
  },
});
const missed: ReadonlySet<string> = new Set(['task_taken', 'task_state_refused', 'task_not_found']);

export const updateTask = verb({
  name: 'update-task',
  summary: 'Renew the lease of a task, report progress, or ask a question.',
  input: Type.Object({ ...one, ...TaskUpdate.properties }),
  effect: 'write',
  idempotent: false,
  run: ({ task, ...body }, service) => service.json('POST /inbox/:task/update', { params: { task }, body }),
  command: {
    usage: 'inbox update <task> <lease>',
    options: {
      progress: { text: 'what you do now, in a line' },
      question: { text: 'what you need to know; claim the task again when it is answered' },
    },
    examples: ['atelier inbox update task_… $lease --progress "Drawing the services"'],
    id: ({ id }) => id,
    text: taskText,
  },
});

export const completeTask = verb({
  name: 'complete-task',
  summary: 'Complete a task, as done or failed.',
  input: Type.Object({ ...one, ...TaskCompletion.properties }),
  effect: 'write',
  idempotent: false,
  run: ({ task, ...body }, service) => service.json('POST /inbox/:task/complete', { params: { task }, body }),
  command: {
    usage: 'inbox complete <task> <lease>',
    options: {
      state: { text: 'done or failed (default: done)' },
      text: { text: 'what was done, or why it failed' },
      changeset: { text: 'the changeset that completed it, which people can undo' },
    },
    examples: ['atelier inbox complete task_… $lease --text "The services are drawn." --changeset cs_…'],
    id: ({ id }) => id,
    text: taskText,
  },
});

export const taskVerbs: readonly Verb[] = [listTasks];
export const inboxVerbs: readonly Verb[] = [listInbox, showInboxTask, claimTask, updateTask, completeTask];

const inboxQuery = async (
  service: Service,
  { document: name }: { readonly document?: string },
): Promise<{ readonly doc?: string }> => (name === undefined ? {} : { doc: await findDocument(service, name) });

const row = ({ id, state, handle, handedBy, documentName, text }: Task): string[] => [
  id,
  state,
  handle,
  handedBy.name,
  documentName,
  text,
];
