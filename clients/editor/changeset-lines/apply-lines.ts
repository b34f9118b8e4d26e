/**
 * apply-lines: changeset lines as a person's own work in the editor.
 *
 * Lines that the engine can plan here become the person's own edits, as one undo step. Lines that need a worker (a flow layout,
 * very much work) are sent to the server as a changeset in the person's session, which is undone in the history. Images are
 * placed by id only on the server, which knows their owners.
 */
import type { OperationError, Result } from '#schema/changeset.ts';
import { newElementSuffix } from '#schema/ids.ts';
import { rootMap } from '#schema/ydoc/roots.ts';

import { parseOperations } from '#core/changeset/parse.ts';
import { type ChangesetPlan, planChangeset } from '#core/changeset/plan.ts';
import type { IconSet } from '#core/icons/icon-set.ts';
import { findFixes } from '#core/lint/fixes.ts';

import type { Editor } from '../state/editor.ts';
import { call, CallRefused } from '../api/call.ts';

export type PlannedLines =
  | { readonly plan: ChangesetPlan }
  | { readonly errors: readonly OperationError[]; readonly needsServer: boolean };
export type AppliedLines = { readonly results: readonly Result[] } | { readonly errors: readonly OperationError[] };

/** The effect of the lines on the shown tab; nothing is changed. */
/** `icons`: the names of icons that lines may use; any without it. */
export function planLines({ tab, selection, session }: Editor, text: string, icons?: IconSet): PlannedLines {
  const parsed = parseOperations(text);
  if ('errors' in parsed) return { errors: parsed.errors, needsServer: false };
  const planned = planChangeset(tab.view, parsed.operations, {
    newSuffix: newElementSuffix,
    selected: [...selection.get()],
    fixes: findFixes,
    ...(icons !== undefined && { icons }),
    mayReference: (kind, id) => kind === 'sheet' && rootMap(session.doc, 'sheets')?.has(id) === true,
  });
  if ('edits' in planned) return { plan: planned };
  const namesImage = planned.errors.some(({ code }) => code === 'invalid_value') && text.includes('image');
  return { errors: planned.errors, needsServer: planned.needsWorker === true || namesImage };
}

/** Applies them. Throws CallRefused and CallUnreachable for any answer of the server but errors in the lines. */
export async function applyLines(editor: Editor, text: string): Promise<AppliedLines> {
  const planned = planLines(editor, text, text.includes('icon') ? await namedIcons() : undefined);
  if ('plan' in planned) {
    editor.session.stepBoundary();
    editor.session.edit(editor.tab.id, planned.plan.edits);
    return { results: planned.plan.results };
  }
  return planned.needsServer ? askServer(editor, text) : { errors: planned.errors };
}

/** Without the icons, offline, their names are not checked. */
async function namedIcons(): Promise<IconSet | undefined> {
  try {
    return (await import('../icons/searched-icons.ts')).searchedIcons();
  } catch {
    return undefined;
  }
}

async function askServer({ session, tab }: Editor, text: string): Promise<AppliedLines> {
  try {
    const { results } = await call('POST /documents/:doc/tabs/:tab/changesets', {
      params: { doc: session.documentId, tab: tab.id },
      body: { operations: text },
      idempotencyKey: crypto.randomUUID(),
    });
    return { results };
  } catch (error) {
    const errors = error instanceof CallRefused ? error.members['errors'] : undefined;
    if (Array.isArray(errors)) return { errors: errors as OperationError[] };
    throw error;
  }
}
