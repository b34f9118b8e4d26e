/** edit: verbs that change what lies on a tab by a changeset. */
import Type from 'typebox';

import { NewChangeset, TabReplacement } from '#schema/calls.ts';

import { documentAndTab, tabParams } from './place.ts';
import { verb } from './verb.ts';

export const applyChangeset = verb({
  name: 'apply-changeset',
  summary: 'Apply a changeset to a tab, all or nothing; or try it out with dryRun.',
  input: Type.Object({
    ...documentAndTab,
    ...NewChangeset.properties,
    dryRun: Type.Optional(Type.Boolean({ description: 'Plan it and answer as the write would, applying nothing.' })),
    picture: Type.Optional(Type.Boolean({ description: 'Also answer the resulting tab as a PNG data URL.' })),
  }),
  effect: 'destructive',
  idempotent: false,
  async run({ document, tab, dryRun, picture, ...body }, service) {
    return service.json('POST /documents/:doc/tabs/:tab/changesets', {
      params: await tabParams(service, document, tab),
      query: { dryRun: dryRun === true ? '1' : undefined, render: picture === true ? 'png' : undefined },
      body,
    });
  },
});

export const replaceTab = verb({
  name: 'replace-tab',
  summary: 'Draw a whole tab anew: it ends up with just what the operations make.',
  input: Type.Object({ ...documentAndTab, ...TabReplacement.properties }),
  effect: 'destructive',
  idempotent: true,
  async run({ document, tab, ...body }, service) {
    return service.json('PUT /documents/:doc/tabs/:tab', { params: await tabParams(service, document, tab), body });
  },
});
