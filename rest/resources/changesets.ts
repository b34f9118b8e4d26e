/** Calls that apply changesets and list their records. */

import { resource, route } from '../route.ts';
import { changesetRefusals } from './changeset-refusals.ts';
import { changesetAnswer, proposedReply } from './proposed.ts';

export const tabChangesets = resource('Changesets', [
  route('applyChangeset', {
    access: 'editor',
    summary: 'Apply a changeset: one write to one tab, all or nothing',
    description:
      'Operations are in the line form or in JSON. A text/plain body is the line form; the query then has the other members. `dryRun=1` applies nothing and needs the same access. `propose=1` stores the changeset as a proposal, which a person accepts or rejects. `render=png` adds `picture`, the tab after the changeset.',
    bodyBytes: changesetRefusals.bodyBytes,
    replies: {
      201: { description: 'Applied.' },
      200: { description: 'A dry run, or nothing changed.' },
      ...proposedReply,
    },
    refuses: changesetRefusals.codes,
    handle: ({ call, params, body, query }, app) =>
      app.changesets.apply(call, params.doc, params.tab, body, {
        dryRun: query.dryRun === '1',
        proposes: query.propose === '1',
        pictured: query.render === 'png',
      }),
    answer: (applied, { params }) => changesetAnswer(applied, params.doc),
  }),
]);

export const changesets = resource('Changesets', [
  route('listChangesets', {
    access: 'viewer',
    summary: 'List the changesets of a document',
    description: 'The changesets of the last 30 days. `next` is the value of `before` for the next page; null on the last page.',
    replies: {
      200: {
        description: 'Newest first.',
      },
    },
    refuses: ['tab_not_found', 'changeset_not_found'],
    handle: ({ call, params, query }, app) => app.changesets.list(call, params.doc, query),
  }),
]);

export const changeset = resource('Changesets', [
  route('showChangeset', {
    access: 'viewer',
    inChats: true,
    summary: 'Show a changeset with its results',
    description:
      'Callers who may not edit the document get the results of elements that are still on the tab, with their current labels and without earlier values.',
    replies: {
      200: {
        description: 'The record, its results, and the lines of the results.',
      },
    },
    refuses: [],
    handle: ({ call, params }, app) => app.changesets.show(call, params.doc, params.changeset),
  }),
]);
