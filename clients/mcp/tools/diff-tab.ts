/** diff_tab: what changed since a revision. */
import { diffTab as verb } from '#clients/verbs/tabs.ts';

import { input, offset } from '../input.ts';
import { tool } from '../tool.ts';

export const diffTab = tool({
  name: 'diff_tab',
  title: 'What changed on a tab',
  description: `${verb.summary} Marks: + added, ~ changed (before→after), - removed, » moved. Ask for it when a write was refused with changeset_conflict.`,
  input: input({ ...verb.input.properties, ...offset }),
  effect: verb.effect,
  idempotent: verb.idempotent,
  async run({ offset: skipped = 0, ...asked }, { service }) {
    const { text } = await verb.run(asked, service);
    return { text, offset: skipped, rest: 'Call again with that offset.' };
  },
});
