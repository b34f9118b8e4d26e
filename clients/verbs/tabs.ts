/** tabs: verbs that read a tab in its views, and that make one. */
import Type from 'typebox';

import { findDocument } from '#clients/service/find-document.ts';
import { NewTab, PictureQuery, PngQuery, TabQuery } from '#schema/calls.ts';
import type { ChangesetAnswer } from '#schema/changeset.ts';
import type { TabDiff } from '#schema/history.ts';
import type { Tab, TabReading } from '#schema/tab.ts';

import { document, documentAndTab, placeOf } from './place.ts';
import { verb } from './verb.ts';

export type NewTabReply = Omit<ChangesetAnswer, 'dryRun'> & { readonly tab: Tab };

export const createTab = verb({
  name: 'create-tab',
  summary: 'Make a tab, with operations or empty.',
  input: Type.Object({ ...document, ...NewTab.properties }),
  effect: 'write',
  idempotent: false,
  async run({ document: name, ...body }, service) {
    const path = `/documents/${await findDocument(service, name)}/tabs`;
    return (await service.json({ method: 'POST', path, body })) as NewTabReply;
  },
});

/** The views that are text. */
export const textViews = ['outline', 'lines', 'lint', 'comments'] as const;

export const readTab = verb({
  name: 'read-tab',
  summary: 'Read a tab as text: outline (with a budget of tokens), lines (the operations that rebuild it), lint, or comments.',
  input: Type.Object({
    ...documentAndTab,
    view: Type.Optional(Type.Enum([...textViews], { default: 'outline' })),
    budget: TabQuery.properties.budget,
    all: Type.Optional(Type.Boolean({ description: 'With view=comments: also the resolved threads.' })),
  }),
  effect: 'read',
  idempotent: true,
  async run({ document: name, tab, view = 'outline', budget, all }, service) {
    const query = { view, budget, all: all === true ? 1 : undefined };
    return service.text({ method: 'GET', path: await placeOf(service, name, tab), query });
  },
});

export const readElements = verb({
  name: 'read-elements',
  summary: 'Read a tab as JSON: its settings, every element with its fields, layers and pages.',
  input: Type.Object(documentAndTab),
  effect: 'read',
  idempotent: true,
  run: async ({ document: name, tab }, service) =>
    (await service.json({ method: 'GET', path: await placeOf(service, name, tab) })) as TabReading,
});

export const diffTab = verb({
  name: 'diff-tab',
  summary: 'Tell what changed on a tab since a revision.',
  input: Type.Object({ ...documentAndTab, since: Type.Integer({ minimum: 0, description: 'The revision to compare with.' }) }),
  effect: 'read',
  idempotent: true,
  async run({ document: name, tab, since }, service) {
    return (await service.json({
      method: 'GET',
      path: await placeOf(service, name, tab),
      query: { view: 'diff', since },
      headers: { Accept: 'application/json' },
    })) as TabDiff;
  },
});

export const drawTab = verb({
  name: 'draw-tab',
  summary: 'Draw a tab, or some of its elements, as SVG.',
  input: Type.Object({ ...documentAndTab, ...PictureQuery.properties }),
  effect: 'read',
  idempotent: true,
  async run({ document: name, tab, ...query }, service) {
    return service.text({ method: 'GET', path: `${await placeOf(service, name, tab)}/render.svg`, query });
  },
});

export const renderTab = verb({
  name: 'render-tab',
  summary: 'Draw a tab, or some of its elements, as PNG.',
  input: Type.Object({ ...documentAndTab, ...PngQuery.properties }),
  effect: 'read',
  idempotent: true,
  async run({ document: name, tab, ...query }, service) {
    return service.bytes({ method: 'GET', path: `${await placeOf(service, name, tab)}/render.png`, query });
  },
});
