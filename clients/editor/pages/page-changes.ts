/** page-changes: what a person does to the pages of a tab, by the server's `illustrate`: one changeset each, which carries what lies on them. */
import type { PageChange } from '#schema/page.ts';

import type { Editor } from '../state/editor.ts';
import { call, failureText } from '../api/call.ts';

/** What was refused is told. True when it is done. */
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
