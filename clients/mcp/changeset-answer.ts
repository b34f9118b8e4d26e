/** changeset-answer: what a tool that applies a changeset answers. */
import { summaryLine } from '#core/lint/summary-line.ts';
import type { ChangesetAnswer } from '#schema/changeset.ts';

import { page } from './bounds.ts';
import type { ToolAnswer } from './tool.ts';

/** Of the findings that every answer shows. */
const footTokens = 3_000;

/** The lines of the answer; its last one, and what the changeset did to the lint, are shown whatever comes before. */
export function changesetAnswer({ picture: url, ...body }: ChangesetAnswer): ToolAnswer {
  const lines = body.text.split('\n');
  const last = lines.pop() ?? '';
  const notes = lines.splice(body.results.length).join('\n');
  const image =
    url === undefined || url === null ? {} : { image: { data: url.slice(url.indexOf(',') + 1), mimeType: 'image/png' } };
  return {
    text: lines.join('\n'),
    foot: [last, summaryLine(body.lint), ...(notes === '' ? [] : [page(notes, 0, footTokens).text])].join('\n'),
    rest: 'The lines in between are left out: diff_tab shows them.',
    ...image,
  };
}
