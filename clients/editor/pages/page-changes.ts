/**
 * page-changes: a person's changes of the pages of a tab, by the server's `illustrate`: one changeset each, which moves the
 * contents of pages too.
 */
import type { PageChange } from '#schema/page.ts';

import type { Editor } from '../state/editor.ts';
import { call, failureText } from '../api/call.ts';
import { pagesTexts } from '../strings/pages.ts';
import { tellChange } from './tell-change.ts';

/** True if it succeeded; the change is reported with Undo, and a refusal, too. */
export async function changePages(editor: Editor, pages: readonly PageChange[]): Promise<boolean> {
  const { session, tab, tell } = editor;
  try {
    const params = { doc: session.documentId, tab: tab.id };
    const { changeset } = await session.own.reporting(() =>
      call('POST /documents/:doc/tabs/:tab/illustrate', { params, body: { pages }, idempotencyKey: crypto.randomUUID() }),
    );
    if (changeset !== null) tellChange(editor, { text: pagesTexts.pagesChanged }, [changeset.id]);
    return true;
  } catch (error) {
    tell({ text: failureText(error), kind: 'failure' });
    return false;
  }
}
