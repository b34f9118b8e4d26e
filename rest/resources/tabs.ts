/** Calls for the tabs of a document and for their elements. */

import { lintText } from '#core/lint/lint-text.ts';

import { resource, route } from '../route.ts';
import { changesetRefusals } from './changeset-refusals.ts';
import { changesetAnswer, proposedReply } from './proposed.ts';

export const tabs = resource('Tabs', [
  route('createTab', {
    access: 'editor',
    summary: 'Create a tab',
    description:
      'With `operations`, the answer has the changeset that filled the tab, which is at revision 1; without, the tab is empty at revision 0.',
    bodyBytes: changesetRefusals.bodyBytes,
    replies: { 201: { description: 'The tab, and the changeset that filled it.' } },
    refuses: [...changesetRefusals.codes, 'theme_not_found'],
    handle: ({ call, params, body }, app) => app.tabs.create(call, params.doc, body),
    answer: (created, { params }) => ({
      status: 201,
      json: created,
      location: `/documents/${params.doc}/tabs/${created.tab.id}`,
    }),
  }),
]);

export const tab = resource('Tabs', [
  route('readTab', {
    access: 'viewer',
    summary: 'Read a tab',
    description:
      'As JSON, or as text: `view=outline` lists elements by frame, and `budget` folds frames to fit that many tokens; `view=comments` lists the open threads, with `all=1` also the resolved ones; `view=lint` has a summary line and a line per finding: severity, code, refs, message and fix, and with `elements` only those about a part of the drawing (as JSON with `Accept: application/json`); `view=lines` has the operations, one per line, that rebuild the tab on an empty one; `view=diff` with `since` shows what has changed since, or up to `until`, in the marks of a changeset answer (as JSON with `Accept: application/json`). `at` shows any view as it was at an earlier moment, with the comments of now. `at` and `view=diff` need the level editor.',
    etag: true,
    replies: {
      200: { description: 'The tab.', text: ['text/plain'] },
      304: { description: 'The ETag is unchanged.' },
    },
    refuses: ['access_denied', 'revision_not_found', 'target_not_found', 'target_ambiguous', 'work_limit_exceeded'],
    handle: ({ call, params, query }, app) => app.tabs.read(call, params.doc, params.tab, query),
    answer(view, { prefers }) {
      if ('reading' in view) return { status: 200, json: view.reading };
      if ('text' in view) return { status: 200, text: view.text };
      const isJson = prefers('text/plain', 'application/json') === 'application/json';
      if ('lint' in view) return isJson ? { status: 200, json: view.lint } : { status: 200, text: lintText(view.lint) };
      return isJson ? { status: 200, json: view.diff } : { status: 200, text: view.diff.text };
    },
  }),
  route('replaceTab', {
    access: 'editor',
    summary: 'Replace a whole tab',
    description:
      'One changeset, after which the tab has exactly what the operations add. An element whose slug existed before keeps its id, and therefore its comments and votes. Elements without a placement are laid out automatically. Results and counts are the net difference. `dryRun` and `render` are those of a changeset.',
    bodyBytes: changesetRefusals.bodyBytes,
    replies: {
      201: { description: 'Replaced.' },
      200: { description: 'A dry run, or nothing changed.' },
      ...proposedReply,
    },
    refuses: changesetRefusals.codes,
    handle: ({ call, params, body, query }, app) =>
      app.changesets.replace(call, params.doc, params.tab, body, {
        dryRun: query.dryRun === '1',
        proposes: query.propose === '1',
        pictured: query.render === 'png',
      }),
    answer: (replaced, { params }) => changesetAnswer(replaced, params.doc),
  }),
  route('changeTab', {
    access: 'editor',
    summary: 'Change the settings of a tab',
    replies: { 200: { description: 'The tab.' } },
    refuses: ['tab_mode_refused', 'tab_locked', 'theme_not_found', 'too_large'],
    handle: ({ call, params, body }, app) => app.tabs.change(call, params.doc, params.tab, body),
  }),
  route('removeTab', {
    access: 'editor',
    summary: 'Delete a tab',
    replies: { 204: { description: 'Deleted.' } },
    refuses: ['last_tab', 'tab_locked'],
    handle: ({ call, params }, app) => app.tabs.remove(call, params.doc, params.tab),
  }),
]);
