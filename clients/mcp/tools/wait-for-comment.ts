/** The tool wait_for_comment: the next comment, or null when the time is up (SPEC.md). */
import Type from 'typebox';

import { type CommentEvent, waitForComment as verb } from '#clients/verbs/comments.ts';
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
  description: 'Wait for the next comment on an element or card, yours too. Null: time is up; call again with `after`.',
  input: input({
    document: verb.input.properties.document,
    timeout: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: limits.toolWaitSeconds,
        default: secondsDefault,
        description: `Seconds; default: ${secondsDefault}.`,
      }),
    ),
    after: verb.input.properties.after,
  }),
  args: {
    timeout: 'Seconds; default 50.',
    after: '`after` of the last answer.',
  },
  effect: verb.effect,
  idempotent: verb.idempotent,
  async run({ timeout = secondsDefault, ...asked }, { service, progress, ending }) {
    const tick = (): void => progress('Waiting for a comment.');
    tick();
    const ticking = setInterval(tick, progressMs);
    try {
      const { comment, after } = await verb.run({ ...asked, timeout }, service.until(ending));
      const text = comment === null ? 'no comment yet' : `${subjectOf(comment)}\n  ${commentLine(comment.comment)}`;
      // Time can be up before the place to wait from is known.
      const place = after !== null && { after };
      // Without a comment the data says as much as the text.
      return { text, ...(place && { foot: `after=${place.after}` }), ...(comment === null && { data: { comment, ...place } }) };
    } finally {
      clearInterval(ticking);
    }
  },
});

/** What the comment is on. */
function subjectOf(event: CommentEvent): string {
  if (!('ref' in event)) return `card #${event.key} (${event.id})`;
  return `${event.ref}${event.label === undefined ? '' : ` ${quote(event.label)}`} on ${event.tab}`;
}
