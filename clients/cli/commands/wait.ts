/** The command `wait`: waits for the next comment, or for a task of this token. */
import type { Command } from 'commander';

import { TimedOut, UsageError } from '../exit-codes.ts';
import { showWaiting } from '../progress.ts';
import type { CliSession } from '../session.ts';
import { seconds } from '../values.ts';
import type { Open } from './command.ts';

type Wait = { readonly document: string; readonly timeout: number };

export function addWait(program: Command, open: Open): void {
  program
    .command('wait <doc>')
    .summary('wait for the next comment on an element or a card, or for a task of this token; print it, and end')
    .requiredOption('--for <event>', 'what to wait for: comment, task')
    .requiredOption('--timeout <seconds>', 'how long; then it ends with status 4', seconds)
    .addHelpText(
      'after',
      '\nExamples:\n  atelier wait "Payments" --for comment --timeout 600 && atelier comment ls "Payments"\n  task=$(atelier wait "Payments" --for task --timeout 600 --quiet) && atelier inbox claim $task',
    )
    .action(async (document: string, options: { for: string; timeout: number }, command) => {
      const wait = waits.get(options.for);
      if (wait === undefined)
        throw new UsageError(`Cannot wait for ${options.for}: --for takes ${[...waits.keys()].join(', ')}.`);
      await wait({ document, timeout: options.timeout }, open(command));
    });
}

const waits = new Map<string, (wait: Wait, session: CliSession) => Promise<void>>([
  ['comment', forComment],
  ['task', forTask],
]);

async function forComment(wait: Wait, session: CliSession): Promise<void> {
  const { waitForComment } = await import('#clients/verbs/comments.ts');
  const { commentText, elementText } = await import('#clients/verbs/comment-text.ts');
  const waiting = waitForComment.run(wait, await session.service());
  const { comment: event } = await showWaiting(session.io, 'Waiting for a comment', waiting);
  if (event === null) throw new TimedOut(`There was no comment within ${wait.timeout} seconds.`);
  const subject = 'ref' in event ? elementText(event.ref, event.label) : `#${event.key}`;
  const text = (): string => `${subject}  ${commentText(event.comment)}`;
  session.show({ json: event, id: event.comment.id, text });
}

/** A task that is queued already ends the wait at once. */
async function forTask(wait: Wait, session: CliSession): Promise<void> {
  const { waitForTask } = await import('#clients/verbs/tasks.ts');
  const { taskText } = await import('#clients/verbs/task-text.ts');
  const { task } = await showWaiting(session.io, 'Waiting for a task', waitForTask.run(wait, await session.service()));
  if (task === null) throw new TimedOut(`There was no task within ${wait.timeout} seconds.`);
  session.show({ json: task, id: task.id, text: () => taskText(task) });
}
