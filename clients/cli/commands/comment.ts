/** comment: `comment …` and `wait`: talking with people about elements. */
import type { Command } from 'commander';

import type { CommentEvent } from '#clients/verbs/comments.ts';
import type { Comment, CommentThread } from '#schema/comment.ts';

import { TimedOut, UsageError } from '../exit-codes.ts';
import { plainLine } from '#clients/text/plain.ts';
import { showWaiting } from '../progress.ts';
import { day } from '#clients/text/table.ts';
import { seconds } from '../values.ts';
import type { Open } from './command.ts';

type TabOption = { tab?: string };

export function addComment(program: Command, open: Open): void {
  const comment = program.command('comment').summary('comments on elements: list, add, reply, resolve');

  comment
    .command('ls <doc>')
    .summary('list the threads of all tabs')
    .option('--status <status>', 'open, resolved or all', 'open')
    .action(async (document: string, { status }: { status: string }, command) => {
      const { listComments } = await import('#clients/verbs/comments.ts');
      const session = open(command);
      // What the status may be is the server's to say: its refusal names the values.
      const list = await listComments.run({ document, status }, await session.service());
      session.show({
        json: list,
        id: list.threads.flatMap(({ comments }) => comments.map(({ id }) => id)).join('\n'),
        text: () => list.threads.map(thread).join('\n\n'),
      });
    });

  onTab(comment.command('add <doc> <ref> <text>').summary('comment on an element'))
    .addHelpText('after', '\nExample:\n  atelier comment add "Payments" cart "Is this still right?"')
    .action(async (document: string, element: string, text: string, options: TabOption, command) => {
      const verbs = await import('#clients/verbs/comments.ts');
      const session = open(command);
      said(session, await verbs.addComment.run({ document, element, text, ...options }, await session.service()));
    });

  onTab(comment.command('reply <doc> <ref> <text>').summary("reply in an element's thread")).action(
    async (document: string, element: string, text: string, options: TabOption, command) => {
      const verbs = await import('#clients/verbs/comments.ts');
      const session = open(command);
      said(session, await verbs.replyToComment.run({ document, element, text, ...options }, await session.service()));
    },
  );

  onTab(comment.command('resolve <doc> <ref>').summary("resolve an element's thread")).action(
    async (document: string, element: string, options: TabOption, command) => {
      const verbs = await import('#clients/verbs/comments.ts');
      await verbs.resolveThread.run({ document, element, ...options }, await open(command).service());
    },
  );

  onTab(comment.command('reopen <doc> <ref>').summary("reopen an element's thread")).action(
    async (document: string, element: string, options: TabOption, command) => {
      const verbs = await import('#clients/verbs/comments.ts');
      await verbs.reopenThread.run({ document, element, ...options }, await open(command).service());
    },
  );

  onTab(comment.command('rm <doc> <comment>').summary('delete a comment of your own, by its id')).action(
    async (document: string, id: string, options: TabOption, command) => {
      const verbs = await import('#clients/verbs/comments.ts');
      await verbs.deleteComment.run({ document, comment: id, ...options }, await open(command).service());
    },
  );

  program
    .command('wait <doc>')
    .summary('wait for the next comment, print it, and end')
    .requiredOption('--for <event>', 'what to wait for: comment')
    .requiredOption('--timeout <seconds>', 'how long; then it ends with status 4', seconds)
    .addHelpText('after', '\nExample:\n  atelier wait "Payments" --for comment --timeout 600 && atelier comment ls "Payments"')
    .action(async (document: string, options: { for: string; timeout: number }, command) => {
      if (options.for !== 'comment') throw new UsageError(`Nothing waits for ${options.for}: --for takes comment.`);
      const { waitForComment } = await import('#clients/verbs/comments.ts');
      const session = open(command);
      const waiting = waitForComment.run({ document, timeout: options.timeout }, await session.service());
      const { comment: heard } = await showWaiting(session.io, 'Waiting for a comment', waiting);
      if (heard === null) throw new TimedOut(`There was no comment within ${options.timeout} seconds.`);
      session.show({ json: heard, id: heard.comment.id, text: () => told(heard) });
    });
}

const onTab = (command: Command): Command =>
  command.option('--tab <tab>', "the tab's id or name (default: the first, or the thread's)");

const said = (session: ReturnType<Open>, comment: Comment): void =>
  session.show({ json: comment, id: comment.id, text: () => line(comment) });

const line = ({ id, text, createdAt, authorName }: Comment): string =>
  `${day(createdAt)}  ${plainLine(authorName)}: ${plainLine(text)}  (${id})`;

function thread({ ref, label, tabName, resolved, comments }: CommentThread): string {
  const named = label === '' ? '' : ` "${plainLine(label)}"`;
  const head = `${ref}${named} on ${plainLine(tabName)}${resolved ? ', resolved' : ''}`;
  return [head, ...comments.map((comment) => `  ${line(comment)}`)].join('\n');
}

const told = ({ ref, label, comment }: CommentEvent): string =>
  `${ref}${label === undefined ? '' : ` "${plainLine(label)}"`}  ${line(comment)}`;
