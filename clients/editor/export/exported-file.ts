/** exported-file: the tab, or what is selected, as the server draws or writes it. */
import { parentsOf } from '#core/tab/membership.ts';
import type { TabView } from '#core/tab/view.ts';
import type { ExportFormat } from '#schema/exchange-formats.ts';

import { exportedBytes } from '../api/call.ts';
import type { Editor } from '../state/editor.ts';
import { fileForms, pngScale } from './export-formats.ts';

/** What is exported: everything on the tab, or what is selected. */
export type ExportScope = 'tab' | 'selection';

/** Edits of this page are on the server before it draws. Throws CallRefused and CallUnreachable. */
export async function exportedFile(editor: Editor, format: ExportFormat, scope: ExportScope): Promise<Blob> {
  const elements = scope === 'tab' ? undefined : namedIn(editor.selection.get(), editor.tab.view);
  await saved(editor);
  const bytes = await exportedBytes({
    params: { doc: editor.session.documentId, tab: editor.tab.id },
    query: { format, ...(elements !== undefined && { elements }), ...(format === 'png' && { scale: pngScale }) },
  });
  return new Blob([Uint8Array.from(bytes)], { type: fileForms[format].media });
}

/** The ids without those that are in a frame that is selected too: an export contains what is in it. */
export function namedIn(selection: ReadonlySet<string>, tab: TabView): string {
  const parents = parentsOf(tab);
  const isInside = (id: string): boolean => {
    for (let frame = parents.get(id); frame !== undefined; frame = parents.get(frame.id))
      if (selection.has(frame.id)) return true;
    return false;
  };
  return [...selection].filter((id) => !isInside(id)).join(',');
}

/** For an edit on its way, at most so long; without a connection, the server draws what it has. */
const waitMs = 3_000;

function saved({ session: { status } }: Editor): Promise<void> {
  return new Promise((resolve) => {
    const isWaiting = (): boolean => ['saving', 'syncing'].includes(status.get().kind);
    if (!isWaiting()) return resolve();
    const settle = (): void => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(settle, waitMs);
    const stop = status.subscribe(() => {
      if (!isWaiting()) settle();
    });
  });
}
