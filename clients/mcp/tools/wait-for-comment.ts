/**
 * wait_for_comment: the next comment of anybody, or null when the time is up.
 *
 * W1  `after` of one answer, given to the next call, leaves no gap: a comment that came in between is answered at once.
 * W2  A node that is about to end answers null at once: the next call, on whichever node, goes on from there.
 * W3  While it waits it tells its progress to a client that asked for it, so that neither it nor a proxy gives up.
 */
import Type from 'typebox';

import { waitForComment as verb } from '#clients/verbs/comments.ts';
import { quote } from '#core/notation/quote.ts';
import { limits } from '#schema/limits.ts';

import { input } from '../input.ts';
import { tool } from '../tool.ts';
import { commentLine } from '#clients/verbs/comment-text.ts';

/** Below the minute after which clients give up by default. */
const secondsDefault = 50;
const progressMs = 10_000;

export const waitForComment = tool({
  name: 'wait_for_comment',
  title: 'Wait for a comment',
  description: `${verb.summary} Ends with comment null when the time is up: call again, with \`after\` of the answer, to miss none in between. Comments of your own count too.`,
  input: input({
    document: verb.input.properties.document,
    timeout: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: limits.toolWaitSeconds,
        default: secondsDefault,
        description: `Seconds, ${secondsDefault} without it.`,
      }),
    ),
    after: verb.input.properties.after,
  }),
  effect: verb.effect,
  idempotent: verb.idempotent,
  async run({ timeout = secondsDefault, ...asked }, { service, progress, ending }) {
    const tick = (): void => progress('Waiting for a comment.');
    tick();
    const ticking = setInterval(tick, progressMs);
    try {
      const { comment, after } = await verb.run({ ...asked, timeout }, service.until(ending));
      const text = comment === null ? 'no comment yet' : `${comment.ref}${comment.label === undefined ? '' : ` ${quote(comment.label)}`} on ${comment.tab}\n  ${commentLine(comment.comment)}`; // prettier-ignore
      const foot = after === null ? {} : { foot: `after=${after}` };
      // Without a comment the data says what the text says.
      return { text, ...foot, ...(comment === null && { data: { comment, after } }) };
    } finally {
      clearInterval(ticking);
    }
  },
});
