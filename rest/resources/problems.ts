/** A page for each error code, at the address in the `type` of a problem. */
import { type ErrorCode, errors, isErrorCode } from '#schema/errors.ts';
import { problem } from '#schema/problem.ts';

import { resource, route } from '../route.ts';

export const problems = resource('Reference', [
  route('showProblem', {
    access: 'public',
    summary: 'Explain an error code',
    replies: { 200: { description: 'The page, as HTML or JSON by Accept.', text: ['text/html'] } },
    refuses: [],
    handle: async ({ params: { code } }) => (isErrorCode(code) ? code : problem('route_not_found')),
    answer: (code, { prefers }) =>
      prefers('application/json', 'text/html') === 'text/html'
        ? { status: 200, text: pageOf(code), media: 'text/html' }
        : { status: 200, json: { code, ...errors[code] } },
  }),
]);

/** Only texts of the error table, never a user's. Slots are shown unfilled. */
function pageOf(code: ErrorCode): string {
  const { status, title, detail, hint } = errors[code];
  const [heading, what, next] = [title, detail, hint].map(escapeHtml);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${heading} · Atelier</title></head>
<body>
<h1>${heading}</h1>
<p><code>${code}</code> · HTTP status ${status}</p>
<p>${what}</p>
<p>${next}</p>
</body>
</html>
`;
}

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
