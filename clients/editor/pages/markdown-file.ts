/** markdown-file: a markdown file that is dropped, pasted or chosen, as a text and the name of its article. */
import { limits } from '#schema/limits.ts';

import { storable } from '../changes/text.ts';

export const isMarkdownFile = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  type === 'text/markdown' || /\.(?:md|markdown)$/i.test(name);

export async function readMarkdownFile(
  file: Pick<File, 'name' | 'size' | 'text'>,
): Promise<{ readonly name: string; readonly markdown: string } | { readonly refusal: string }> {
  const most = limits.articleCharacters;
  const tooLarge = { refusal: `${file.name} is too long. Limit: ${most.toLocaleString('en')} characters.` };
  // A character takes at most four bytes.
  if (file.size > 4 * most) return tooLarge;
  const markdown = (await file.text()).replace(/^\uFEFF/, '');
  if (markdown.length > most) return tooLarge;
  return { name: storable(file.name.replace(/\.[a-z]+$/i, ''), limits.nameCharacters).trim(), markdown };
}
