/**
 * page-changes: a person's changes of the pages of a tab, by the server's `illustrate`: one changeset each, which moves the
 * contents of pages too.
 */
import type { PageChange } from '#schema/page.ts';

import type { Editor } from '../state/editor.ts';
import { call, failureText } from '../api/call.ts';

/** True if it succeeded; a refusal is reported. */
export async function changePages({ session, tab, tell }: Editor, pages: readonly PageChange[]): Promise<boolean> {
  try {
    const params = { doc: session.documentId, tab: tab.id };
    const body = { pages };
    await call('POST /documents/:doc/tabs/:tab/illustrate', { params, body, idempotencyKey: crypto.randomUUID() });
    return true;
  } catch (error) {
    tell({ text: failureText(error), kind: 'failure' });
    return false;
  }
}
