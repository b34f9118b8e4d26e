/** illustrate: the pages of a tab, and articles flowed onto them. */
import { limits } from '#schema/limits.ts';
import { IllustrateAnswer, Illustration } from '#schema/page.ts';

import { resource, route } from '../route.ts';

export const illustrate = resource('/documents/:doc/tabs/:tab/illustrate', 'Tabs', [
  route({
    id: 'illustrateTab',
    method: 'post',
    access: 'editor',
    summary: 'Make and change pages, or set an article on them',
    description:
      'Either `pages`, changes made one after the other, or `article`, markdown that is flowed onto pages: one changeset, which `revert` takes back. A tab in mode `canvas` becomes one of mode `pages` by it. Every page is answered with its rectangle on the canvas: what has its centre there lies on the page and goes where it goes.',
    body: Illustration,
    bodyBytes: limits.articleBodyBytes,
    replies: { 200: { description: 'The pages of the tab, and the changeset.', json: IllustrateAnswer } },
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
    handle: ({ call, params, body }, app) => app.illustrations.draw(call, params.doc, params.tab, body),
  }),
]);
