/** Calls that revert a changeset and list the changes of an element. */
import { ElementHistoryQuery } from '#schema/calls.ts';
import { ElementHistory, RevertAnswer } from '#schema/history.ts';

import { resource, route } from '../route.ts';

export const revert = resource('/documents/:doc/changesets/:changeset/revert', 'Changesets', [
  route({
    id: 'revertChangeset',
    method: 'post',
    access: 'editor',
    summary: 'Revert a changeset, as a changeset of its own',
    description:
      'Reverts element by element on the current tab: elements that have changed since are left alone and listed in `kept`. A token cannot revert elements that a person has selected in an editor; a person can.',
    replies: {
      201: { description: 'Reverted by a new changeset.', json: RevertAnswer },
      200: { description: 'There was nothing to revert.', json: RevertAnswer },
    },
    refuses: ['tab_not_found', 'element_locked', 'elements_held', 'too_large'],
    handle: ({ call, params }, app) => app.history.revert(call, params.doc, params.changeset),
    answer: (reverted, { params }) =>
      reverted.changeset === null
        ? { status: 200, json: reverted }
        : { status: 201, json: reverted, location: `/documents/${params.doc}/changesets/${reverted.changeset.id}` },
  }),
]);

export const elementHistory = resource('/documents/:doc/tabs/:tab/elements/:element/history', 'Tabs', [
  route({
    id: 'elementHistory',
    method: 'get',
    access: 'viewer',
    summary: 'List the changes of an element',
    description:
      'The changesets and editors’ edits of the last 30 days that changed the element, newest first. A deleted element is found by its full id. `next` is the value of `before` for the next page.',
    query: ElementHistoryQuery,
    replies: { 200: { description: 'The changes.', json: ElementHistory } },
    refuses: ['target_ambiguous'],
    handle: ({ call, params, query }, app) => app.history.ofElement(call, params.doc, params.tab, params.element, query),
  }),
]);
