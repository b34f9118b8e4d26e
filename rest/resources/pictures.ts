/** pictures: a tab as a picture. */
import { PictureQuery, PngQuery } from '#schema/calls.ts';

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

export const tabPng = resource('/documents/:doc/tabs/:tab/render.png', 'Tabs', [
  route({
    id: 'renderTabPng',
    method: 'get',
    access: 'viewer',
    summary: 'Draw a tab as a PNG',
    description:
      'The picture that `render.svg` answers, in pixels. One of more than 16,777,216 pixels, or 16,384 on a side, is refused: ask for a smaller `scale` or for a part.',
    query: PngQuery,
    replies: { 200: { description: 'The picture.', bytes: ['image/png'] } },
    refuses: ['theme_not_found', 'target_not_found', 'target_ambiguous', 'work_limit_exceeded'],
    handle: ({ call, params, query }, app) => app.pictures.png(call, params.doc, params.tab, query),
    answer: (data) => ({ status: 200, bytes: { media: 'image/png', data }, policy }),
  }),
]);
