/** The tool read_tab: a tab in its views. */
import Type from 'typebox';

import { readElements, readTab as verb, textViews } from '#clients/verbs/tabs.ts';
import { jsonOnOneLine } from '#core/notation/quote.ts';
import { limits } from '#schema/limits.ts';
import type { TabReading } from '#schema/tab.ts';

import { input, offset } from '../input.ts';
import { tool } from '../tool.ts';

export const readTab = tool({
  name: 'read_tab',
  title: 'Read a tab',
  description:
    "Read a tab. outline (default): each element's ref, kind, label and place, then arrows; first line: rev. lines: the operations that rebuild it. lint: faults and fixes. comments: threads. json: every field.",
  input: input({
    ...verb.input.properties,
    view: Type.Optional(Type.Enum([...textViews, 'json'], { default: 'outline' })),
    budget: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: limits.toolAnswerTokens,
        description: 'Tokens that the outline may take: frames are folded to fit.',
      }),
    ),
    ...offset,
  }),
  args: {
    budget: 'Tokens: folds frames to fit.',
    all: 'Resolved too.',
    at: 'Then: rev or time.',
  },
  effect: verb.effect,
  idempotent: verb.idempotent,
  async run({ view = 'outline', offset: skipped = 0, budget, ...asked }, { service }) {
    if (view === 'json') {
      const { document, tab, at } = asked;
      const where = { document, ...(tab !== undefined && { tab }), ...(at !== undefined && { at }) };
      const body = await readElements.run(where, service);
      return { text: linesOf(body), offset: skipped, rest: 'Call again with that offset, or take view=outline.' };
    }
    // Without a budget, an outline that is longer than an answer is folded to fit.
    const fits = view === 'outline' && skipped === 0 ? { budget: budget ?? limits.toolAnswerTokens } : {};
    const text = await verb.run({ ...asked, view, ...fits }, service);
    return { text, offset: skipped, rest: 'Call again with that offset, or with a budget (view=outline).' };
  },
});

/** A line for each element, so that it can be cut between two of them. */
const linesOf = ({ elements, ...head }: TabReading): string => [head, ...elements].map(jsonOnOneLine).join('\n');
