/** The answer of a tool that applies a changeset. */
import type { ToolAnswer } from '#clients/mcp/tool.ts';
import { page } from '#clients/text/bounds.ts';
import { lintText } from '#core/lint/lint-text.ts';
import type { ChangesetAnswer } from '#schema/changeset.ts';

/** For the findings, which every answer shows. */
const footTokens = 3_000;

/** The last line of the answer and the findings of the lint are shown however long the rest is. */
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
