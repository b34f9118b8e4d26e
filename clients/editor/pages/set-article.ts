/** set-article: sets an article on the pages of a tab by the server: one changeset, which its message can undo. */
import type { Article } from '#schema/page.ts';

import type { Editor } from '../state/editor.ts';
import { call } from '../api/call.ts';
import { pagesTexts } from '../strings/pages.ts';
import { tellChange } from './tell-change.ts';

/** Shows the article, and reports the number of its pages. Throws CallRefused and CallUnreachable. */
export async function setArticle(editor: Editor, article: Article): Promise<void> {
  const { session, tab, viewport } = editor;
  const {
    changeset,
    pages,
    article: made,
  } = await session.own.reporting(() =>
    call('POST /documents/:doc/tabs/:tab/illustrate', {
      params: { doc: session.documentId, tab: tab.id },
      body: { article },
      idempotencyKey: crypto.randomUUID(),
    }),
  );
  const own = pages.filter(({ id }) => made?.pages.includes(id) === true);
  const first = article.mode === 'append' ? own.at(-1) : own[0];
  if (first !== undefined) viewport.fit(first.rect, 72);
  const count = pagesTexts.pagesCount(own.length);
  tellChange(editor, { text: pagesTexts.inserted(made?.name ?? '', count) }, changeset === null ? [] : [changeset.id]);
}
