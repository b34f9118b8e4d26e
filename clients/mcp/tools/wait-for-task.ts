/** The tool wait_for_task: the next task that a person handed to this token, claimed, or null when the time is up (SPEC.md). */
import Type from 'typebox';

import { taskLines } from '#clients/verbs/task-text.ts';
import { takeTask } from '#clients/verbs/tasks.ts';
import { limits } from '#schema/limits.ts';

import { input } from '../input.ts';
import { tool } from '../tool.ts';

const secondsDefault = 50;
const progressMs = 10_000;

export const waitForTask = tool({
  name: 'wait_for_task',
  title: 'Wait for a task',
  description:
    'Wait for a task that a person hands to you, and claim it. Call report_task within every 60 seconds, or others get it. Null: time is up.',
  input: input({
    document: takeTask.input.properties.document,
    timeout: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: limits.toolWaitSeconds,
        default: secondsDefault,
        description: `Seconds; default: ${secondsDefault}.`,
      }),
    ),
  }),
  args: { timeout: 'Seconds; default 50.' },
  effect: takeTask.effect,
  idempotent: takeTask.idempotent,
  async run({ timeout = secondsDefault, ...asked }, { service, progress, ending }) {
    const tick = (): void => progress('Waiting for a task.');
    tick();
    const ticking = setInterval(tick, progressMs);
    try {
      const taken = await takeTask.run({ ...asked, timeout }, service.until(ending)).catch((error: unknown) => {
        if (ending.aborted) return null;
        throw error;
      });
      if (taken === null) return { text: 'no task yet', data: { task: null } };
      const { task, lease } = taken;
      return { text: taskLines(task).join('\n'), foot: `lease=${lease}` };
    } finally {
      clearInterval(ticking);
    }
  },
});
