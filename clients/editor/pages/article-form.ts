/** article-form: what the article dialog asks for, and the article that it means. */
import type { Article } from '#schema/page.ts';

/** The choice of a new article, in a list of names. */
export const newArticle = '';
/** The size of the pages that the tab has. */
export const existingSize = 'usual';

export type ArticleMode = 'replace' | 'append';

export type ArticleForm = {
  /** An article of the tab, or `newArticle`, which gets `name`. */
  readonly chosen: string;
  readonly name: string;
  readonly markdown: string;
  /** What happens to the pages of an existing article. */
  readonly mode: ArticleMode;
  readonly size: string;
};

/** `given`: a file that was dropped, or an article to be replaced. */
export const formFor = (
  given: { readonly name: string; readonly markdown: string },
  existing: readonly string[],
): ArticleForm => ({
  chosen: given.name !== '' && existing.includes(given.name) ? given.name : newArticle,
  name: given.name,
  markdown: given.markdown,
  mode: 'replace',
  size: existingSize,
});

/** The form with the text of a file. Its name becomes that of a new article that has none yet. */
export const withFile = (form: ArticleForm, file: { readonly name: string; readonly markdown: string }): ArticleForm => ({
  ...form,
  markdown: file.markdown,
  name: form.chosen === newArticle && form.name === '' ? file.name : form.name,
});

export const articleNameOf = ({ chosen, name }: ArticleForm): string =>
  (chosen === newArticle ? name.trim() : chosen) || 'article';

export function articleOf(form: ArticleForm, existing: readonly string[]): Article {
  const article = articleNameOf(form);
  const { markdown, mode, size } = form;
  return { markdown, article, mode: existing.includes(article) ? mode : 'replace', ...(size !== existingSize && { size }) };
}
