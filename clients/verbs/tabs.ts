/** tabs: verbs that read a tab in its views, and that make one. */
import Type from 'typebox';

import { NewTab, PictureQuery, PngQuery, TabQuery } from '#schema/calls.ts';

import { document, documentAndTab, documentParams, tabParams } from './place.ts';
import { verb } from './verb.ts';

export const createTab = verb({
  name: 'create-tab',
  summary: 'Make a tab, with operations or empty.',
  input: Type.Object({ ...document, ...NewTab.properties }),
  effect: 'write',
  idempotent: false,
  async run({ document: name, ...body }, service) {
    return service.json('POST /documents/:doc/tabs', { params: await documentParams(service, name), body });
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
    const query = { view, budget, all: all === true ? '1' : undefined } as const;
    return service.text('GET /documents/:doc/tabs/:tab', { params: await tabParams(service, name, tab), query });
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
  summary: 'Tell what changed on a tab since a revision.',
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
