/** changeset-answer: what a tool that applies a changeset answers. */
import { lintText } from '#core/lint/lint-text.ts';
import type { ChangesetAnswer } from '#schema/changeset.ts';

import { page } from './bounds.ts';
import type { ToolAnswer } from './tool.ts';

/** Of the findings that every answer shows. */
const footTokens = 3_000;

/** The lines of the answer; its last one, and what the lint finds, are shown whatever comes before. */
export function changesetAnswer({ picture: url, ...body }: ChangesetAnswer): ToolAnswer {
  const lines = body.text.split('\n');
  const last = lines.pop() ?? '';
  const image =
    url === undefined || url === null ? {} : { image: { data: url.slice(url.indexOf(',') + 1), mimeType: 'image/png' } };
  const findings = page(lintText(body.lint), 0, footTokens).text;
  return {
    text: lines.join('\n'),
    foot: `${last}\n${findings}`,
    rest: 'The lines in between are left out: diff_tab shows them.',
    ...image,
  };
}
