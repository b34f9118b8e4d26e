/** tabs: the tabs of a document and what lies on them. */
import Type from 'typebox';

import { NewTab, TabPatch, TabQuery, TabReplacement } from '#schema/calls.ts';
import { ChangesetAnswer, Lint, Result, WrittenChangeset } from '#schema/changeset.ts';
import { TabDiff } from '#schema/history.ts';
import { Tab, TabReading } from '#schema/tab.ts';

import { resource, route } from '../route.ts';
import { changesetRefusals } from './changeset-refusals.ts';

const MadeTab = Type.Object({
  tab: Tab,
  changeset: Type.Union([WrittenChangeset, Type.Null()]),
  results: Type.Array(Result),
  lint: Lint,
  text: Type.String(),
});

export const tabs = resource('/documents/:doc/tabs', 'Tabs', [
  route({
    id: 'createTab',
    method: 'post',
    access: 'editor',
    summary: 'Make a tab',
    description:
      'With `operations`, the changeset that made the tab is answered and the tab is at revision 1; without, it is empty at revision 0.',
    body: NewTab,
    bodyBytes: changesetRefusals.bodyBytes,
    replies: { 201: { description: 'The tab, and the changeset that made it.', json: MadeTab } },
    refuses: [...changesetRefusals.codes, 'theme_not_found'],
    handle: ({ call, params, body }, app) => app.tabs.create(call, params.doc, body),
    answer: (made, { params }) => ({ status: 201, json: made, location: `/documents/${params.doc}/tabs/${made.tab.id}` }),
  }),
]);

export const tab = resource('/documents/:doc/tabs/:tab', 'Tabs', [
  route({
    id: 'readTab',
    method: 'get',
    access: 'viewer',
    summary: 'Read a tab',
    description:
      'As JSON, or as text: `view=outline` lists elements by frame; `budget` folds frames to fit that many tokens; `view=comments` lists the open threads of comments, with `all=1` the resolved ones too; `view=lint` is a summary line and a line for each finding: severity, code, refs, what is wrong, and a fix; `view=lines` is the operations, one on each line, that would rebuild the tab on an empty one; `view=diff` with `since=<rev>` tells what changed since, in the marks of a changeset answer (as JSON with `Accept: application/json`).',
    query: TabQuery,
    etag: true,
    replies: {
      200: { description: 'The tab.', json: Type.Union([TabReading, TabDiff]), text: ['text/plain'] },
      304: { description: 'As the ETag that was sent.' },
    },
    refuses: ['revision_not_found', 'work_limit_exceeded'],
    handle: ({ call, params, query }, app) => app.tabs.read(call, params.doc, params.tab, query),
    answer(view, { prefers }) {
      if ('reading' in view) return { status: 200, json: view.reading };
      if ('text' in view) return { status: 200, text: view.text };
      const isJson = prefers('text/plain', 'application/json') === 'application/json';
      return isJson ? { status: 200, json: view.diff } : { status: 200, text: view.diff.text };
    },
  }),
  route({
    id: 'replaceTab',
    method: 'put',
    access: 'editor',
    summary: 'Replace a whole tab',
    description:
      'One changeset: the tab ends up with just what the operations make. An element whose slug was there keeps its id, and with it comments and votes; all that carries no placement is laid out. Results and counts are the net difference.',
    body: TabReplacement,
    bodyBytes: changesetRefusals.bodyBytes,
    replies: {
      201: { description: 'Replaced.', json: ChangesetAnswer },
      200: { description: 'Nothing changed.', json: ChangesetAnswer },
    },
    refuses: changesetRefusals.codes,
    handle: ({ call, params, body }, app) => app.changesets.replace(call, params.doc, params.tab, body),
    answer: (replaced, { params }) =>
      replaced.changeset === null
        ? { status: 200, json: replaced }
        : { status: 201, json: replaced, location: `/documents/${params.doc}/changesets/${replaced.changeset.id}` },
  }),
  route({
    id: 'changeTab',
    method: 'patch',
    access: 'editor',
    summary: 'Change the settings of a tab',
    body: TabPatch,
    replies: { 200: { description: 'The tab.', json: Tab } },
    refuses: ['tab_mode_refused', 'tab_locked', 'theme_not_found', 'too_large'],
    handle: ({ call, params, body }, app) => app.tabs.change(call, params.doc, params.tab, body),
  }),
  route({
    id: 'removeTab',
    method: 'delete',
    access: 'editor',
    summary: 'Delete a tab',
    replies: { 204: { description: 'Deleted.' } },
    refuses: ['last_tab', 'tab_locked'],
    handle: ({ call, params }, app) => app.tabs.remove(call, params.doc, params.tab),
  }),
]);
