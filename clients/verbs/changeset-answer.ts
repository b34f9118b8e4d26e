/** The answer of a tool that applies a changeset. */
import type { ToolAnswer } from '#clients/mcp/tool.ts';
import { page } from '#clients/text/bounds.ts';
import { summaryLine } from '#core/lint/summary-line.ts';
import type { ChangesetAnswer } from '#schema/changeset.ts';

/** For what the changeset did to the lint, which every answer shows. */
const footTokens = 3_000;

/** The last line of the answer and what the changeset did to the lint are shown however long the rest is. */
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
    ...(body.changeset !== null && { board: body.changeset.url }),
    ...image,
  };
}

/** How models read of `operations` where the tab is new. */
export const operationsForm = 'Lines, or [{"op":"add","kind":"square"}]';

type Drawn = Partial<Pick<ChangesetAnswer, 'changeset' | 'results' | 'lint' | 'text'>>;

/** The answer of a tool that creates something, described by lines, and may draw on it. */
export function drawnAnswer(lines: readonly string[], url: string, { changeset, results, lint, text }: Drawn): ToolAnswer {
  const made = lines.join('\n');
  if (changeset === undefined || changeset === null || results === undefined || lint === undefined || text === undefined)
    return { text: made, board: url };
  const drawn = changesetAnswer({ changeset, dryRun: false, results, lint, text });
  return { ...drawn, text: [made, ...(drawn.text === '' ? [] : [drawn.text])].join('\n') };
}
