/** Calls that revert a changeset, and list what happened and the changes of an element. */

import { resource, route } from '../route.ts';
import { changesetAnswer, proposedReply } from './proposed.ts';

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
      ...proposedReply,
    },
    refuses: ['tab_not_found', 'element_locked', 'elements_held', 'too_large'],
    handle: ({ call, params, query }, app) =>
      app.history.revert(call, params.doc, params.changeset, { proposes: query.propose === '1' }),
    answer: (reverted, { params }) => changesetAnswer(reverted, params.doc),
  }),
]);

export const elementHistory = resource('Tabs', [
  route('elementHistory', {
    access: 'editor',
    summary: 'List the changes of an element',
    description:
      'The changesets and editors’ edits of the last 30 days that changed the element, newest first. A deleted element is found by its full id. `next` is the value of `before` for the next page.',
    replies: { 200: { description: 'The changes.' } },
    refuses: ['target_ambiguous'],
    handle: ({ call, params, query }, app) => app.history.ofElement(call, params.doc, params.tab, params.element, query),
  }),
]);

export const activity = resource('Versions', [
  route('listActivity', {
    access: 'editor',
    summary: 'List what people and agents did',
    description:
      'The changesets of the last 30 days, and the edits of people: what one person edited on a tab without a break of ten minutes, within one clock hour, is one entry. `next` is the value of `before` for the next page.',
    replies: { 200: { description: 'What ended last comes first.' } },
    refuses: ['tab_not_found'],
    handle: ({ call, params, query }, app) => app.history.activity(call, params.doc, query),
  }),
]);
