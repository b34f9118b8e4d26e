/** The command `wait`: waits for the next comment. */
import type { Command } from 'commander';

import { TimedOut, UsageError } from '../exit-codes.ts';
import { showWaiting } from '../progress.ts';
import { seconds } from '../values.ts';
import type { Open } from './command.ts';

export function addWait(program: Command, open: Open): void {
  program
    .command('wait <doc>')
    .summary('wait for the next comment on an element or a card, print it, and end')
    .requiredOption('--for <event>', 'what to wait for: comment')
    .requiredOption('--timeout <seconds>', 'how long; then it ends with status 4', seconds)
    .addHelpText('after', '\nExample:\n  atelier wait "Payments" --for comment --timeout 600 && atelier comment ls "Payments"')
    .action(async (document: string, options: { for: string; timeout: number }, command) => {
      if (options.for !== 'comment') throw new UsageError(`Cannot wait for ${options.for}: --for takes comment.`);
      const { waitForComment } = await import('#clients/verbs/comments.ts');
      const { commentText, elementText } = await import('#clients/verbs/comment-text.ts');
      const session = open(command);
      const waiting = waitForComment.run({ document, timeout: options.timeout }, await session.service());
      const { comment: event } = await showWaiting(session.io, 'Waiting for a comment', waiting);
      if (event === null) throw new TimedOut(`There was no comment within ${options.timeout} seconds.`);
      const subject = 'ref' in event ? elementText(event.ref, event.label) : `#${event.key}`;
      const text = (): string => `${subject}  ${commentText(event.comment)}`;
      session.show({ json: event, id: event.comment.id, text });
    });
}
