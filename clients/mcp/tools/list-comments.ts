/** list_comments: the threads of all tabs. */
import { listComments as verb } from '#clients/verbs/comments.ts';

import { input, offset } from '../input.ts';
import { tool } from '../tool.ts';
import { threadLines } from './thread-lines.ts';

export const listComments = tool({
  name: 'list_comments',
  title: 'List comments',
  description: verb.summary,
  input: input({ ...verb.input.properties, ...offset }),
  effect: verb.effect,
  idempotent: verb.idempotent,
  async run({ offset: skipped = 0, ...asked }, { service }) {
    const { threads } = await verb.run(asked, service);
    const text = threads.flatMap(threadLines).join('\n') || 'no threads';
    return { text, offset: skipped, rest: 'Call again with that offset.' };
  },
});
