/** add_sheet: a new sheet on a tab. */
import { addSheet as verb } from '#clients/verbs/sheets.ts';
import { quote } from '#core/notation/quote.ts';

import { input } from '../input.ts';
import { tool } from '../tool.ts';

export const addSheet = tool({
  name: 'add_sheet',
  title: 'Add a sheet',
  description: verb.summary,
  input: input(verb.input.properties),
  effect: verb.effect,
  idempotent: verb.idempotent,
  async run(asked, { service }) {
    const { id, title, layout } = (await verb.run(asked, service)).sheet;
    return { text: `${id} ${quote(title)} · ${layout.rows.length} rows, ${layout.cols.length} columns` };
  },
});
