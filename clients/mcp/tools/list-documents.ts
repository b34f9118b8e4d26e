/** list_documents: the documents that the token may read. */
import { listDocuments as verb } from '#clients/verbs/documents.ts';
import { quote } from '#core/notation/quote.ts';

import { input } from '../input.ts';
import { tool } from '../tool.ts';

export const listDocuments = tool({
  name: 'list_documents',
  title: 'List documents',
  description: `${verb.summary} \`q\` searches names; \`cursor\` takes the \`next\` of the last answer.`,
  input: input(verb.input.properties),
  effect: verb.effect,
  idempotent: verb.idempotent,
  async run(query, { service }) {
    const list = await verb.run(query, service);
    const lines = list.documents.map(
      ({ id, name, access, tabs }) => `${id} ${quote(name)} · ${access} · ${tabs.length} ${tabs.length === 1 ? 'tab' : 'tabs'}`,
    );
    const more = list.next === null ? {} : { foot: `more: cursor=${list.next}` };
    return { text: lines.join('\n') || 'no documents', ...more, rest: 'Ask for fewer with limit.' };
  },
});
