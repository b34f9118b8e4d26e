/** Verbs that create tabs, read their views and draw them. */
import Type from 'typebox';

import { count, table } from '#clients/text/table.ts';
import { NewTab, PictureQuery, PngQuery, TabQuery } from '#schema/calls.ts';
import type { Document } from '#schema/document.ts';

import { document, documentAndTab, documentParams, tabParams } from './place.ts';
import { type Verb, verb } from './verb.ts';

export const listTabs = verb({
  name: 'list-tabs',
  summary: 'List the tabs of a document.',
  input: Type.Object(document),
  effect: 'read',
  idempotent: true,
  async run(input, service) {
    const params = await documentParams(service, input.document);
    const { tabs } = await service.json('GET /documents/:doc', { params });
    return { tabs };
  },
  command: {
    usage: 'tab ls <doc:document>',
    id: ({ tabs }) => tabs.map(({ id }) => id).join('\n'),
    text: ({ tabs }) => rows(tabs),
  },
});

export const createTab = verb({
  name: 'create-tab',
  summary: 'Create a tab, with operations or empty.',
  input: Type.Object({ ...document, ...NewTab.properties }),
  effect: 'write',
  idempotent: false,
  async run({ document: name, ...body }, service) {
    return service.json('POST /documents/:doc/tabs', { params: await documentParams(service, name), body });
  },
  command: {
    usage: 'tab new <doc:document> <name>',
    summary: 'create a tab',
    options: { theme: { text: 'light, dark, paper, contrast, blueprint, or a custom one' } },
    id: ({ tab }) => tab.id,
    text: ({ tab }) => rows([tab]),
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
    all: Type.Optional(Type.Boolean({ description: 'With view=comments: also resolved threads.' })),
  }),
  effect: 'read',
  idempotent: true,
  async run({ document: name, tab, view = 'outline', budget, all }, service) {
    const query = { view, budget, all: all === true ? '1' : undefined } as const;
    return service.text('GET /documents/:doc/tabs/:tab', { params: await tabParams(service, name, tab), query });
  },
});

export const lintTab = verb({
  name: 'lint-tab',
  summary: 'Report what is wrong with a drawing, and how to fix it.',
  input: Type.Object(documentAndTab),
  effect: 'read',
  idempotent: true,
  run: (input, service) => readTab.run({ ...input, view: 'lint' }, service),
  command: { usage: 'tab lint <doc:document>', options: { tab: {} }, json: (text) => ({ text }), text: (text) => text },
  tool: {
    name: 'lint_tab',
    title: 'Lint a tab',
    description:
      'What is wrong with a drawing: overlaps, crossings, arrows through boxes, labels that do not fit. Each finding has a fix that update_document takes.',
    isPaged: true,
    answer: (text) => ({ text, rest: 'Fix these first.' }),
  },
});

export const readElements = verb({
  name: 'read-elements',
  summary: 'Read a tab as JSON: its settings, every element with its fields, layers and pages.',
  input: Type.Object(documentAndTab),
  effect: 'read',
  idempotent: true,
  run: async ({ document: name, tab }, service) =>
    service.json('GET /documents/:doc/tabs/:tab', { params: await tabParams(service, name, tab) }),
});

export const diffTab = verb({
  name: 'diff-tab',
  summary: 'Show what has changed on a tab since a revision.',
  input: Type.Object({ ...documentAndTab, since: Type.Integer({ minimum: 0, description: 'The revision to compare with.' }) }),
  effect: 'read',
  idempotent: true,
  async run({ document: name, tab, since }, service) {
    return service.json('GET /documents/:doc/tabs/:tab?view=diff', {
      params: await tabParams(service, name, tab),
      query: { since },
      headers: { Accept: 'application/json' },
    });
  },
  command: {
    usage: 'tab diff <doc:document>',
    options: { tab: {}, since: { flags: '--since <rev>', isRequired: true } },
    examples: ['atelier tab diff "Payments" --since 12'],
    text: ({ text }) => text,
  },
  tool: {
    name: 'diff_tab',
    title: 'What changed on a tab',
    description: 'What changed on a tab since a revision, for instance after changeset_conflict.',
    args: {
      since: 'The revision to compare with.',
    },
    isPaged: true,
    answer: ({ text }) => ({ text }),
  },
});

export const drawTab = verb({
  name: 'draw-tab',
  summary: 'Draw a tab, or some of its elements, as SVG.',
  input: Type.Object({ ...documentAndTab, ...PictureQuery.properties }),
  effect: 'read',
  idempotent: true,
  async run({ document: name, tab, ...query }, service) {
    return service.text('GET /documents/:doc/tabs/:tab/render.svg', { params: await tabParams(service, name, tab), query });
  },
});

export const renderTab = verb({
  name: 'render-tab',
  summary: 'Draw a tab, or some of its elements, as PNG.',
  input: Type.Object({ ...documentAndTab, ...PngQuery.properties }),
  effect: 'read',
  idempotent: true,
  async run({ document: name, tab, ...query }, service) {
    return service.bytes('GET /documents/:doc/tabs/:tab/render.png', { params: await tabParams(service, name, tab), query });
  },
});

export const tabVerbs: readonly Verb[] = [listTabs, createTab, lintTab, diffTab];

const rows = (tabs: Document['tabs']): string =>
  table(
    tabs.map(({ id, name, mode, rev, elements, arrows, locked }) => [
      id,
      name,
      mode,
      `rev ${rev}`,
      count(elements, 'element'),
      count(arrows, 'arrow'),
      locked ? 'locked' : '',
    ]),
  );
