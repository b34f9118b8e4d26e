/** lint_tab: what is wrong with a drawing, and a line that mends it. */
import { readTab as verb } from '#clients/verbs/tabs.ts';

import { input, offset } from '../input.ts';
import { tool } from '../tool.ts';

const { document, tab } = verb.input.properties;

export const lintTab = tool({
  name: 'lint_tab',
  title: 'Lint a tab',
  description:
    'Tell what is wrong with a drawing: arrows through boxes, overlaps, labels that do not fit, loose ends, crossings. Each finding has a fix, mostly a line that update_document takes as it stands.',
  input: input({ document, tab, ...offset }),
  effect: verb.effect,
  idempotent: verb.idempotent,
  async run({ offset: skipped = 0, ...asked }, { service }) {
    const text = await verb.run({ ...asked, view: 'lint' }, service);
    return { text, offset: skipped, rest: 'Mend these first.' };
  },
});
