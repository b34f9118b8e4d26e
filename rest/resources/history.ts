/** history: taking a changeset back, and who changed an element. */
import { ElementHistoryQuery } from '#schema/calls.ts';
import { ElementHistory, RevertAnswer } from '#schema/history.ts';

import { resource, route } from '../route.ts';

export const revert = resource('/documents/:doc/changesets/:changeset/revert', 'Changesets', [
  route({
    id: 'revertChangeset',
    method: 'post',
    access: 'editor',
    summary: 'Take a changeset back, as a changeset of its own',
    description:
      'Element by element, on the tab as it is now: what changed since is left alone and listed in `kept`. A token is refused what somebody else has selected in an editor; a person never is.',
    replies: {
      201: { description: 'Reverted, by a new changeset.', json: RevertAnswer },
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
    summary: 'Who changed an element',
    description:
      'The changesets and the edits of people in editors of the last 30 days that changed it, newest first. An element that is gone is found by its full id. `next` is the revision of the last one, for `before`.',
    query: ElementHistoryQuery,
    replies: { 200: { description: 'Its changes.', json: ElementHistory } },
    refuses: ['target_ambiguous'],
    handle: ({ call, params, query }, app) => app.history.ofElement(call, params.doc, params.tab, params.element, query),
  }),
]);
