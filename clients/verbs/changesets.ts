/** Verbs for the changesets of a document. */
import Type from 'typebox';

import { findDocument } from '#clients/service/find-document.ts';
import { findTab } from '#clients/service/find-tab.ts';
import type { Service } from '#clients/service/service.ts';
import { plainLine } from '#clients/text/plain.ts';
import { day, table } from '#clients/text/table.ts';
import { ChangesetListQuery } from '#schema/calls.ts';
import type { ChangesetRecord } from '#schema/changeset.ts';

import { document, documentAndTab } from './place.ts';
import { type Verb, verb } from './verb.ts';

const changeset = { ...document, changeset: Type.String({ minLength: 1, description: 'Its id, `cs_…`.' }) };

export const listChangesets = verb({
  name: 'list-changesets',
  summary: "List a document's changesets of the last 30 days, the newest first.",
  input: Type.Object({
    ...documentAndTab,
    limit: ChangesetListQuery.properties.limit,
    before: ChangesetListQuery.properties.before,
  }),
  effect: 'read',
  idempotent: true,
  async run({ document: name, tab, ...page }, service) {
    const documentId = await findDocument(service, name);
    const query = { ...page, tab: tab === undefined ? undefined : await findTab(service, documentId, tab) };
    return service.json('GET /documents/:doc/changesets', { params: { doc: documentId }, query });
  },
  command: {
    usage: 'changeset ls <doc:document>',
    options: {
      tab: { text: 'only those of this tab (id or name)' },
      limit: { flags: '--limit <number>' },
      before: { flags: '--before <id>', text: 'only those before this changeset' },
    },
    id: ({ changesets }) => changesets.map(({ id }) => id).join('\n'),
    text: ({ changesets }) => table(changesets.map(row)),
  },
  tool: {
    name: 'list_changesets',
    title: 'List changesets',
    description: 'List what was changed in the last 30 days, by whom, the newest first.',
    args: { tab: 'Only of this tab.', limit: 'At most.', before: 'Only those before this changeset.' },
    answer({ changesets, next }) {
      const text = changesets.map((one) => `${one.tabId} · ${row(one).map(plainLine).join(' · ')} · ${one.url}`).join('\n');
      return {
        text: text || 'no changesets',
        ...(next !== null && { foot: `more: before=${next}` }),
        rest: 'Ask for fewer with limit.',
      };
    },
  },
});

export const showChangeset = verb({
  name: 'show-changeset',
  summary: 'Show what a changeset did.',
  input: Type.Object(changeset),
  effect: 'read',
  idempotent: true,
  async run(input, service) {
    return service.json('GET /documents/:doc/changesets/:changeset', { params: await paramsOf(service, input) });
  },
  command: {
    usage: 'changeset show <doc:document> <id:changeset>',
    id: (reply) => reply.changeset.id,
    text: (reply) => `${table([row(reply.changeset)])}\n${reply.text}`,
  },
});

/** It is for people and scripts at the command line: agents have no tool for it. */
export const revertChangeset = verb({
  name: 'revert-changeset',
  summary: 'Revert a changeset; what has changed since is kept.',
  input: Type.Object(changeset),
  effect: 'destructive',
  idempotent: true,
  async run(input, service) {
    return service.json('POST /documents/:doc/changesets/:changeset/revert', { params: await paramsOf(service, input) });
  },
  command: {
    usage: 'changeset revert <doc:document> <id:changeset>',
    description:
      'Reverts a changeset, by a changeset of its own. Elements that have changed since are kept, and listed with the reason.',
    examples: ['atelier changeset revert "Payments" cs_…'],
    id: (reply) => reply.changeset?.id,
    text: ({ text }) => text,
  },
});

export const changesetVerbs: readonly Verb[] = [listChangesets, showChangeset, revertChangeset];

const row = ({ id, rev, author, agent, summary = '', counts, revertOf, createdAt }: ChangesetRecord): string[] => [
  id,
  day(createdAt),
  `rev ${rev}`,
  `+${counts.added} ~${counts.changed} -${counts.removed}`,
  agent ? `${author.name} (agent)` : author.name,
  revertOf === null ? summary : `reverts ${revertOf}`,
];

const paramsOf = async (service: Service, input: { readonly document: string; readonly changeset: string }) => ({
  doc: await findDocument(service, input.document),
  changeset: input.changeset,
});
