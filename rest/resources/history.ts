/** Calls that revert a changeset and list the changes of an element. */

import { resource, route } from '../route.ts';

export const revert = resource('Changesets', [
  route('revertChangeset', {
    access: 'editor',
    inChats: true,
    summary: 'Revert a changeset, as a changeset of its own',
    description:
      'Reverts element by element on the current tab: elements that have changed since are left alone and listed in `kept`. A token cannot revert elements that a person has selected in an editor; a person can.',
    replies: {
      201: { description: 'Reverted by a new changeset.' },
      200: { description: 'There was nothing to revert.' },
    },
    refuses: ['tab_not_found', 'element_locked', 'elements_held', 'too_large'],
    handle: ({ call, params }, app) => app.history.revert(call, params.doc, params.changeset),
    answer: (reverted, { params }) =>
      reverted.changeset === null
        ? { status: 200, json: reverted }
        : { status: 201, json: reverted, location: `/documents/${params.doc}/changesets/${reverted.changeset.id}` },
  }),
]);

export const elementHistory = resource('Tabs', [
  route('elementHistory', {
    access: 'viewer',
    summary: 'List the changes of an element',
    description:
      'The changesets and editors’ edits of the last 30 days that changed the element, newest first. A deleted element is found by its full id. `next` is the value of `before` for the next page.',
    replies: { 200: { description: 'The changes.' } },
    refuses: ['target_ambiguous'],
    handle: ({ call, params, query }, app) => app.history.ofElement(call, params.doc, params.tab, params.element, query),
  }),
]);
