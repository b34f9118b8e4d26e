/** The call for the pages of a tab and for articles on them. */
import { limits } from '#schema/limits.ts';

import { resource, route } from '../route.ts';
import { isProposed, proposedAnswer, proposedReply } from './proposed.ts';

export const illustrate = resource('Tabs', [
  route('illustrateTab', {
    access: 'editor',
    summary: 'Add and change pages, or lay out an article on them',
    description:
      'Either `pages`, changes that are applied in order, or `article`, Markdown that is laid out over pages. The result is one changeset, which can be reverted. A tab in mode `canvas` changes to mode `pages`. The answer has the rectangle of every page on the canvas: elements whose center is within it belong to the page and move with it.',
    bodyBytes: limits.articleBodyBytes,
    replies: { 200: { description: 'The pages of the tab, and the changeset.' }, ...proposedReply },
    refuses: [
      'tab_locked',
      'tab_mode_refused',
      'page_not_found',
      'target_ambiguous',
      'element_locked',
      'elements_held',
      'changeset_conflict',
      'too_large',
      'invalid_result',
      'work_limit_exceeded',
    ],
    handle: ({ call, params, body, query }, app) =>
      app.illustrations.draw(call, params.doc, params.tab, body, { proposes: query.propose === '1' }),
    answer: (drawn, { params }) => (isProposed(drawn) ? proposedAnswer(drawn, params.doc) : { status: 200, json: drawn }),
  }),
]);
