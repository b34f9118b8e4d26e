/** pictures: a tab as a picture. */
import { PictureQuery } from '#schema/calls.ts';

import { resource, route } from '../route.ts';

/** What is drawn comes from many people: shown by itself, it runs nothing, loads nothing and is of no origin. */
const policy = "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

export const tabPicture = resource('/documents/:doc/tabs/:tab/render.svg', 'Tabs', [
  route({
    id: 'renderTab',
    method: 'get',
    access: 'viewer',
    summary: 'Draw a tab',
    description:
      'The tab as it is now, as a self-contained SVG with its fonts embedded; `elements` shows the part where these lie.',
    query: PictureQuery,
    replies: { 200: { description: 'The picture.', text: ['image/svg+xml'] } },
    refuses: ['theme_not_found', 'target_not_found', 'target_ambiguous', 'work_limit_exceeded'],
    handle: ({ call, params, query }, app) => app.pictures.svg(call, params.doc, params.tab, query),
    answer: (text) => ({ status: 200, text, media: 'image/svg+xml', policy }),
  }),
]);
