/** The tool report_task: renews the lease of a claimed task, says how it goes, asks a question, or completes it. */
import Type from 'typebox';

import { ServiceRefusal } from '#clients/service/service-refusal.ts';
import { taskLines } from '#clients/verbs/task-text.ts';
import { completeTask, updateTask } from '#clients/verbs/tasks.ts';

import { input } from '../input.ts';
import { tool } from '../tool.ts';

const { task, lease, changeset } = completeTask.input.properties;

export const reportTask = tool({
  name: 'report_task',
  title: 'Report a task',
  description: 'Renew its lease. text: progress, question or result.',
  input: input({
    task,
    lease,
    state: Type.Enum(['working', 'needs_input', 'done', 'failed']),
    text: Type.Optional(Type.String({ minLength: 1, description: 'Progress in a line, the question, or the result.' })),
    changeset,
  }),
  args: { task: '', lease: '', text: '', changeset: '' },
  effect: 'write',
  idempotent: false,
  async run({ state, text, changeset: undone, ...held }, { service }) {
    if (state === 'working')
      return shown(await updateTask.run({ ...held, ...(text !== undefined && { progress: text }) }, service));
    if (state !== 'needs_input') {
      const said = { ...(text !== undefined && { text }), ...(undone !== undefined && { changeset: undone }) };
      return shown(await completeTask.run({ ...held, state, ...said }, service));
    }
    if (text === undefined) throw noQuestion();
    return shown(await updateTask.run({ ...held, question: text }, service));
  },
});

type Reported = Awaited<ReturnType<typeof updateTask.run>>;

const shown = (reported: Reported): { readonly text: string } => ({ text: taskLines(reported)[0] ?? '' });

const noQuestion = (): ServiceRefusal =>
  new ServiceRefusal({
    code: 'invalid_request',
    status: 400,
    detail: 'state=needs_input needs the question as text.',
    hint: '{"state":"needs_input","text":"Which region?"}',
    errors: [{ pointer: '/text', message: 'is missing' }],
  });
