/** The verb that lists what people and agents did in a document. */
import Type from 'typebox';

import { findDocument } from '#clients/service/find-document.ts';
import { findTab } from '#clients/service/find-tab.ts';
import { plainLine } from '#clients/text/plain.ts';
import { table } from '#clients/text/table.ts';
import { type Activity, ActivityQuery } from '#schema/history.ts';

import { documentAndTab } from './place.ts';
import { verb } from './verb.ts';

const { limit, before } = ActivityQuery.properties;

export const listActivity = verb({
  name: 'list-activity',
  summary: 'List what people and agents did in a document, the newest first.',
  input: Type.Object({ ...documentAndTab, limit, before }),
  effect: 'read',
  idempotent: true,
  async run({ document: name, tab, ...page }, service) {
    const documentId = await findDocument(service, name);
    const query = { ...page, tab: tab === undefined ? undefined : await findTab(service, documentId, tab) };
    return service.json('GET /documents/:doc/activity', { params: { doc: documentId }, query });
  },
  command: {
    usage: 'doc activity <doc:document>',
    options: {
      tab: { text: 'only what happened on this tab (id or name)' },
      limit: { flags: '--limit <number>' },
      before: { flags: '--before <time>', text: 'only what ended before, as the last answer names it' },
    },
    examples: ['atelier doc activity "Payments" --limit 5'],
    id: ({ activity }) => activity.map(({ tabId, rev }) => `${tabId} ${rev}`).join('\n'),
    text: ({ activity, next }) => [table(activity.map(row)), ...(next === null ? [] : [`more: --before ${next}`])].join('\n'),
  },
});

function row({ tabId, author, agent, from, to, firstRev, rev, elements, changeset }: Activity): string[] {
  const time = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ');
  return [
    time(from) === time(to) ? time(to) : `${time(from)} to ${time(to).slice(11)}`,
    `${plainLine(author.name)}${agent ? ' (agent)' : ''}`,
    tabId,
    firstRev === rev ? `rev ${rev}` : `rev ${firstRev} to ${rev}`,
    elements === 1 ? '1 element' : `${elements} elements`,
    plainLine(changeset?.summary ?? ''),
  ];
}
