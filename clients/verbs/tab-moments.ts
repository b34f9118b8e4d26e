/** Verbs about earlier moments of a tab: what has changed, and going back. */
import Type from 'typebox';

import { Moment, TabRestore } from '#schema/calls.ts';

import { documentAndTab, tabParams } from './place.ts';
import { verb } from './verb.ts';

/** The moment that a read shows; the server checks its form. */
export const moment = Type.Optional(
  Type.String({
    maxLength: 64,
    description: 'As it was then: a revision, a time such as 2026-11-01T12:00:00Z, or the id of a version.',
  }),
);

export const diffTab = verb({
  name: 'diff-tab',
  summary: 'Show what has changed on a tab since a revision or a time.',
  input: Type.Object({
    ...documentAndTab,
    since: Moment('The moment to compare with'),
    until: Type.Optional(Type.String({ maxLength: 64, description: 'The moment up to which changes are shown; default: now.' })),
  }),
  effect: 'read',
  idempotent: true,
  async run({ document: name, tab, ...query }, service) {
    return service.json('GET /documents/:doc/tabs/:tab?view=diff', {
      params: await tabParams(service, name, tab),
      query,
      headers: { Accept: 'application/json' },
    });
  },
  command: {
    usage: 'tab diff <doc:document>',
    options: { tab: {}, since: { flags: '--since <rev or time>', isRequired: true }, until: { flags: '--until <rev or time>' } },
    examples: ['atelier tab diff "Payments" --since 12', 'atelier tab diff "Payments" --since 2026-11-01T09:00:00Z --until 30'],
    text: ({ text }) => text,
  },
  tool: {
    name: 'diff_tab',
    title: 'What changed on a tab',
    description: 'What changed on a tab since a rev or time, as after changeset_conflict.',
    args: {
      since: '',
      until: '',
    },
    isPaged: true,
    answer: ({ text }) => ({ text }),
  },
});

/** It is for people and scripts at the command line: agents have no tool for it. */
export const restoreTab = verb({
  name: 'restore-tab',
  summary: 'Restore a tab, or some of its elements, to an earlier moment, as a changeset.',
  input: Type.Object({
    ...documentAndTab,
    ...TabRestore.properties,
    dryRun: Type.Optional(Type.Boolean({ description: 'Show what would happen, and apply nothing.' })),
  }),
  effect: 'destructive',
  idempotent: true,
  async run({ document: name, tab, dryRun, ...body }, service) {
    return service.json('POST /documents/:doc/tabs/:tab/restore', {
      params: await tabParams(service, name, tab),
      query: { dryRun: dryRun === true ? '1' : undefined },
      body,
    });
  },
  command: {
    usage: 'tab restore <doc:document>',
    options: {
      tab: {},
      at: { flags: '--at <moment>', isRequired: true },
      elements: { flags: '--elements <refs>', text: 'only these elements, with commas between them' },
      summary: {},
      dryRun: {},
    },
    examples: ['atelier tab restore "Payments" --at 2026-11-01T09:00:00Z --dry-run'],
    id: ({ changeset }) => changeset?.id,
    text: ({ text }) => text,
  },
});
