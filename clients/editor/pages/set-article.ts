/** set-article: sets an article on the pages of a tab by the server: one changeset, undone from its notice or with Undo. */
import type { Article } from '#schema/page.ts';

import type { Editor } from '../state/editor.ts';
import { takeBack, takenBackText } from '../people/take-back.ts';
import { call, failureText } from '../api/call.ts';
import { pagesTexts } from '../strings/pages.ts';

/** Shows the article, and reports the number of its pages. Throws CallRefused and CallUnreachable. */
export async function setArticle(editor: Editor, article: Article): Promise<void> {
  const { session, tab, viewport, tell } = editor;
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
  tell({
    text: pagesTexts.inserted(made?.name ?? '', count),
    kind: 'success',
    ...(changeset !== null && {
      action: { label: pagesTexts.undo, run: () => void undo(editor, changeset.id) },
      timeoutMs: 12_000,
    }),
  });
}

async function undo({ session, tell, announce }: Editor, changeset: string): Promise<void> {
  try {
    announce(takenBackText(await takeBack(session.documentId, [changeset])));
  } catch (error) {
    tell({ text: failureText(error), kind: 'failure' });
  }
}
