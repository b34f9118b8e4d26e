/** read_document: a document's tabs, their revisions, and what the caller may do. */
import { readDocument as verb } from '#clients/verbs/documents.ts';
import { quote, quoteShort } from '#core/notation/quote.ts';

import { input } from '../input.ts';
import { tool } from '../tool.ts';

export const readDocument = tool({
  name: 'read_document',
  title: 'Read a document',
  description: verb.summary,
  input: input(verb.input.properties),
  effect: verb.effect,
  idempotent: verb.idempotent,
  async run(asked, { service }) {
    const { id, name, owner, access, tabs } = await verb.run(asked, service);
    const lines = tabs.map(
      (tab) =>
        `${tab.id} ${quote(tab.name)} · ${tab.mode} · rev ${tab.rev} · ${tab.elements} elements, ${tab.arrows} arrows${tab.theme === 'light' ? '' : ` · theme ${quoteShort(tab.theme, 60)}`}${tab.locked ? ' · locked' : ''}`,
    );
    return { text: [`${id} ${quote(name)} of ${quote(owner.name)} · your access: ${access}`, ...lines].join('\n') };
  },
});
