/** Verbs that change the elements of a tab by a changeset. */
import Type from 'typebox';

import { NewChangeset, TabReplacement } from '#schema/calls.ts';
import { limits } from '#schema/limits.ts';

import { documentAndTab, tabParams } from './place.ts';
import { verb } from './verb.ts';

const Rev = (description: string) => Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description }));
const changesetOptions = {
  baseRev: Rev('Refuse if others have changed the same elements since this revision, which you have read.'),
  expectedRev: Rev('Refuse if the tab is at any other revision.'),
  summary: Type.Optional(
    Type.String({ maxLength: limits.summaryCharacters, description: 'What this change is about, for people.' }),
  ),
};

const trial = {
  dryRun: Type.Optional(Type.Boolean({ description: 'Show what it would do; nothing is applied.' })),
  picture: Type.Optional(Type.Boolean({ description: 'Include a picture of the resulting tab.' })),
};

type Trial = { readonly dryRun?: boolean | undefined; readonly picture?: boolean | undefined };
const trialQuery = ({ dryRun, picture }: Trial) =>
  ({ dryRun: dryRun === true ? '1' : undefined, render: picture === true ? 'png' : undefined }) as const;

export const applyChangeset = verb({
  name: 'apply-changeset',
  summary: 'Apply a changeset to a tab, all or nothing; or try it out with dryRun.',
  input: Type.Object({
    ...documentAndTab,
    ...NewChangeset.properties,
    ...changesetOptions,
    ...trial,
  }),
  effect: 'destructive',
  idempotent: false,
  async run({ document, tab, dryRun, picture, ...body }, service) {
    return service.json('POST /documents/:doc/tabs/:tab/changesets', {
      params: await tabParams(service, document, tab),
      query: trialQuery({ dryRun, picture }),
      body,
    });
  },
});

export const replaceTab = verb({
  name: 'replace-tab',
  summary: 'Replace a whole tab: it ends up with exactly what the operations add.',
  input: Type.Object({ ...documentAndTab, ...TabReplacement.properties, ...trial }),
  effect: 'destructive',
  idempotent: true,
  async run({ document, tab, dryRun, picture, ...body }, service) {
    return service.json('PUT /documents/:doc/tabs/:tab', {
      params: await tabParams(service, document, tab),
      query: trialQuery({ dryRun, picture }),
      body,
    });
  },
});
