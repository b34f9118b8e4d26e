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
    const path = `/documents/${session.documentId}/tabs/${tab.id}/illustrate`;
    await call('POST', path, { body: { pages }, idempotencyKey: crypto.randomUUID() });
    return true;
  } catch (error) {
    tell({ text: failureText(error), kind: 'failure' });
    return false;
  }
}
