/** Verbs that create tabs, read their views and draw them. */
import Type from 'typebox';

import { count, table } from '#clients/text/table.ts';
import { quote, quoteShort } from '#core/notation/quote.ts';
import type { Service } from '#clients/service/service.ts';
import { NewTab, TabPatch, TabQuery } from '#schema/calls.ts';
import { PictureQuery, PngQuery } from '#schema/picture-calls.ts';
import type { Document } from '#schema/document.ts';
import { limits } from '#schema/limits.ts';
import { Name, type Tab, TabLook, ThemeId } from '#schema/tab.ts';

import { drawnAnswer, operationsForm } from './changeset-answer.ts';
import { document, documentAndTab, documentParams, tabParams } from './place.ts';
import { diffTab, moment, restoreTab } from './tab-moments.ts';
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

/** How models read of `theme`. */
export const builtInThemeIds = 'light, dark, paper, contrast or blueprint.';

/** The list of tools has no room for the look, which `set-look` changes. */
const { look: _look, ...newTabFields } = NewTab.properties;

export const createTab = verb({
  name: 'create-tab',
  summary: 'Create a tab, with operations or empty.',
  input: Type.Object({ ...document, ...newTabFields }),
  effect: 'write',
  idempotent: false,
  async run({ document: name, ...body }, service) {
    return service.json('POST /documents/:doc/tabs', { params: await documentParams(service, name), body });
  },
  command: {
    usage: 'tab new <doc:document> <name>',
    summary: 'create a tab',
    options: { theme: { text: 'auto, light, dark, paper, contrast, blueprint, or a custom one' } },
    id: ({ tab }) => tab.id,
    text: ({ tab }) => rows([tab]),
  },
  tool: {
    name: 'create_tab',
    title: 'Create a tab',
    description: 'Add a tab; draw on it.',
    args: { name: '', mode: '', theme: builtInThemeIds, operations: operationsForm, position: '' },
    hasBoard: true,
    answer: (made) => drawnAnswer([`${tabLine(made.tab)} · ${made.tab.url}`], made.tab.url, made),
  },
});

/** A line for models. */
export const tabLine = (tab: Tab): string =>
  `${tab.id} ${quote(tab.name)} · ${tab.mode} · rev ${tab.rev} · ${tab.elements} elements, ${tab.arrows} arrows${tab.theme === 'light' ? '' : ` · theme ${quoteShort(tab.theme, 60)}`}${tab.look === undefined ? '' : ` · ${tab.look}`}${tab.locked ? ' · locked' : ''}`;

/** Members of the input of a verb that changes a tab, which must be named. */
const onTab = { ...document, tab: Type.String({ minLength: 1, maxLength: 2_048, description: "The tab's id or name." }) };

type OnTab = { readonly document: string; readonly tab: string };

const change = async ({ document: name, tab, ...body }: OnTab & TabPatch, service: Service): Promise<Tab> =>
  service.json('PATCH /documents/:doc/tabs/:tab', { params: await tabParams(service, name, tab), body });

export const changeTab = verb({
  name: 'change-tab',
  summary: 'Change the settings of a tab.',
  input: Type.Object({ ...onTab, ...TabPatch.properties }),
  effect: 'write',
  idempotent: true,
  run: change,
});

export const removeTab = verb({
  name: 'remove-tab',
  summary: 'Delete a tab with everything on it.',
  input: Type.Object(onTab),
  effect: 'destructive',
  idempotent: true,
  run: async ({ document: name, tab }, service) =>
    service.json('DELETE /documents/:doc/tabs/:tab', { params: await tabParams(service, name, tab) }),
  command: { usage: 'tab rm <doc:document> <tab>', summary: 'delete a tab' },
});

const renameTab = verb({
  name: 'rename-tab',
  summary: 'Rename a tab.',
  input: Type.Object({ ...onTab, name: Name }),
  effect: 'write',
  idempotent: true,
  run: change,
  command: { usage: 'tab rename <doc:document> <tab> <name>', id: ({ id }) => id, text: (tab) => rows([tab]) },
});

const moveTab = verb({
  name: 'move-tab',
  summary: 'Move a tab to another place in the tab bar.',
  input: Type.Object({ ...onTab, place: Type.Integer({ minimum: 1, description: 'From 1; beyond the last: the end.' }) }),
  effect: 'write',
  idempotent: true,
  run: ({ place, ...tab }, service) =>
    change({ ...tab, position: Math.min(Math.max(place, 1), limits.tabsPerDocument) - 1 }, service),
  command: {
    usage: 'tab mv <doc:document> <tab> <place>',
    description: 'Moves a tab to a place in the tab bar, counted from 1.',
    id: ({ id }) => id,
    text: (tab) => rows([tab]),
  },
});

const lockTab = verb({
  name: 'lock-tab',
  summary: 'Lock a tab: nothing on it can be changed.',
  input: Type.Object(onTab),
  effect: 'write',
  idempotent: true,
  run: (tab, service) => change({ ...tab, locked: true }, service),
  command: { usage: 'tab lock <doc:document> <tab>', id: ({ id }) => id, text: (tab) => rows([tab]) },
});

const unlockTab = verb({
  name: 'unlock-tab',
  summary: 'Unlock a tab.',
  input: Type.Object(onTab),
  effect: 'write',
  idempotent: true,
  run: (tab, service) => change({ ...tab, locked: false }, service),
  command: { usage: 'tab unlock <doc:document> <tab>', id: ({ id }) => id, text: (tab) => rows([tab]) },
});

const setTheme = verb({
  name: 'set-theme',
  summary: 'Change the theme of a tab.',
  input: Type.Object({ ...onTab, theme: ThemeId }),
  effect: 'write',
  idempotent: true,
  run: change,
  command: {
    usage: 'tab theme <doc:document> <tab> <theme>',
    description:
      'Changes the theme of a tab: auto (as each viewer’s page is), light, dark, paper, contrast, blueprint, or the id of a custom one.',
    id: ({ id }) => id,
    text: (tab) => rows([tab]),
  },
});

const setLook = verb({
  name: 'set-look',
  summary: 'Change the look of a tab: clean, or hand-drawn.',
  input: Type.Object({ ...onTab, look: TabLook }),
  effect: 'write',
  idempotent: true,
  run: change,
  command: {
    usage: 'tab look <doc:document> <tab> <look>',
    description: 'Changes the look of a tab: clean, or hand-drawn (sketched lines and handwriting).',
    id: ({ id }) => id,
    text: (tab) => rows([tab]),
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
    at: moment,
  }),
  effect: 'read',
  idempotent: true,
  async run({ document: name, tab, view = 'outline', budget, all, at }, service) {
    const query = { view, budget, all: all === true ? '1' : undefined, at } as const;
    return service.text('GET /documents/:doc/tabs/:tab', { params: await tabParams(service, name, tab), query });
  },
});

export const lintTab = verb({
  name: 'lint-tab',
  summary: 'Report what is wrong with a drawing, and how to fix it.',
  input: Type.Object({
    ...documentAndTab,
    elements: Type.Optional(
      Type.String({
        ...TabQuery.properties.elements,
        description: 'Only findings about these refs, comma-separated, and what is in them.',
      }),
    ),
  }),
  effect: 'read',
  idempotent: true,
  async run({ document: name, tab, elements }, service) {
    const query = { view: 'lint', elements } as const;
    return service.text('GET /documents/:doc/tabs/:tab', { params: await tabParams(service, name, tab), query });
  },
  command: {
    usage: 'tab lint <doc:document>',
    options: { tab: {}, elements: { flags: '--elements <refs>' } },
    json: (text) => ({ text }),
    text: (text) => text,
  },
  tool: {
    name: 'lint_tab',
    title: 'Lint a tab',
    description: 'Faults of a drawing: overlaps, crossings, cut labels, each with a fix for update_document.',
    args: { elements: 'Only these refs, comma-separated.' },
    isPaged: true,
    answer: (text) => ({ text, rest: 'Fix these first.' }),
  },
});

export const readElements = verb({
  name: 'read-elements',
  summary: 'Read a tab as JSON: its settings, every element with its fields, layers and pages.',
  input: Type.Object({ ...documentAndTab, at: moment }),
  effect: 'read',
  idempotent: true,
  run: async ({ document: name, tab, at }, service) =>
    service.json('GET /documents/:doc/tabs/:tab', { params: await tabParams(service, name, tab), query: { at } }),
});

/** Nothing is kept between the calls of a client. */
const { asOf: _, ...drawn } = PictureQuery.properties;

export const drawTab = verb({
  name: 'draw-tab',
  summary: 'Draw a tab, or some of its elements, as SVG.',
  input: Type.Object({ ...documentAndTab, ...drawn, at: moment }),
  effect: 'read',
  idempotent: true,
  async run({ document: name, tab, ...query }, service) {
    return service.text('GET /documents/:doc/tabs/:tab/render.svg', { params: await tabParams(service, name, tab), query });
  },
});

export const renderTab = verb({
  name: 'render-tab',
  summary: 'Draw a tab, or some of its elements, as PNG.',
  input: Type.Object({ ...documentAndTab, ...drawn, scale: PngQuery.properties.scale, at: moment }),
  effect: 'read',
  idempotent: true,
  async run({ document: name, tab, ...query }, service) {
    return service.bytes('GET /documents/:doc/tabs/:tab/render.png', { params: await tabParams(service, name, tab), query });
  },
});

export const tabVerbs: readonly Verb[] = [
  listTabs,
  createTab,
  renameTab,
  moveTab,
  removeTab,
  lockTab,
  unlockTab,
  setTheme,
  setLook,
  lintTab,
  diffTab,
  restoreTab,
];

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
