/** Calls that render a tab as a picture. */

import { limits } from '#schema/limits.ts';

import { resource, route } from '../route.ts';

/** Many people contribute to a drawing: opened by itself, the picture runs no scripts, loads nothing and has no origin. */
export const picturePolicy =
  "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/** An address that names the last change shows the same for as long as there is no other. */
const keptAsOf = ({ asOf }: { readonly asOf?: number | undefined }): { readonly keptSeconds?: number } =>
  asOf === undefined ? {} : { keptSeconds: limits.pictureKeptHours * 60 * 60 };

const pictureRefusals = [
  'access_denied',
  'proposal_not_found',
  'element_locked',
  'too_large',
  'revision_not_found',
  'theme_not_found',
  'page_not_found',
  'target_not_found',
  'target_ambiguous',
  'work_limit_exceeded',
] as const;

export const tabPicture = resource('Tabs', [
  route('renderTab', {
    access: 'viewer',
    isDrawn: true,
    summary: 'Render a tab as SVG',
    description:
      'The current tab, or as it was at an earlier moment (`at`, for editors), or with what is open of a proposal (`proposal`, for editors), as a self-contained SVG with embedded fonts. `elements` limits the picture to the area of these elements, `page` to a page.',
    replies: { 200: { description: 'The picture.', text: ['image/svg+xml'] } },
    refuses: pictureRefusals,
    handle: ({ call, params, query }, app) => app.pictures.svg(call, params.doc, params.tab, query),
    answer: (text, { query }) => ({ status: 200, text, media: 'image/svg+xml', policy: picturePolicy, ...keptAsOf(query) }),
  }),
]);

export const tabPng = resource('Tabs', [
  route('renderTabPng', {
    access: 'viewer',
    isDrawn: true,
    summary: 'Render a tab as PNG',
    description:
      'The picture of `render.svg` in pixels. A picture of more than 16,777,216 pixels, or 16,384 on a side, is refused: use a smaller `scale`, `maxPixels` or fewer `elements`.',
    replies: { 200: { description: 'The picture.', bytes: ['image/png'] } },
    refuses: pictureRefusals,
    handle: ({ call, params, query }, app) => app.pictures.png(call, params.doc, params.tab, query),
    answer: (data, { query }) => ({
      status: 200,
      bytes: { media: 'image/png', data },
      policy: picturePolicy,
      ...keptAsOf(query),
    }),
  }),
]);
