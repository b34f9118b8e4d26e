/** changesets: verbs about the changesets that were applied. */
import Type from 'typebox';

import { findDocument } from '#clients/service/find-document.ts';
import { findTab } from '#clients/service/find-tab.ts';
import type { Service } from '#clients/service/service.ts';
import { ChangesetListQuery } from '#schema/calls.ts';

import { document, documentAndTab } from './place.ts';
import { verb } from './verb.ts';

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
});

export const showChangeset = verb({
  name: 'show-changeset',
  summary: 'Show a changeset: its record and what it did, as it was answered.',
  input: Type.Object(changeset),
  effect: 'read',
  idempotent: true,
  async run(input, service) {
    return service.json('GET /documents/:doc/changesets/:changeset', { params: await paramsOf(service, input) });
  },
});

/** For people and scripts at the command line: the tool server has no tool for it. */
export const revertChangeset = verb({
  name: 'revert-changeset',
  summary: 'Take a changeset back, by a changeset of its own; what changed since is kept.',
  input: Type.Object(changeset),
  effect: 'destructive',
  idempotent: true,
  async run(input, service) {
    return service.json('POST /documents/:doc/changesets/:changeset/revert', { params: await paramsOf(service, input) });
  },
});

const paramsOf = async (service: Service, input: { readonly document: string; readonly changeset: string }) => ({
  doc: await findDocument(service, input.document),
  changeset: input.changeset,
});
