/**
 * arrival: an action on a tab that may not be shown yet: at once if it is, or else once its canvas exists.
 *
 * Of several waiting actions only the last one counts, and its tab is shown. When another tab is shown in between, nothing waits
 * any more.
 */
import type { Editor, EditorShell } from './editor.ts';

export type Arrival = { readonly tab: string; readonly show: (editor: Editor) => void };

/** Calls `show` with the editor of the tab, which is shown first if another one is. */
export function onTab(editor: Editor, tab: string, show: (editor: Editor) => void): void {
  const { arrival } = editor;
  const waiting = arrival.get();
  if (tab === editor.tab.id && waiting === null && editor.viewport.get().width > 0) return show(editor);
  arrival.set({ tab, show });
  if (tab !== editor.tab.id || (waiting !== null && waiting.tab !== tab)) editor.showTab(tab);
}

/** Called when the canvas of a tab exists. */
export function arrive(editor: Editor): void {
  const wanted = editor.arrival.get();
  if (wanted?.tab !== editor.tab.id) return;
  editor.arrival.set(null);
  wanted.show(editor);
}

/** Called when a tab begins to be shown: an action for another one is dropped. */
export function keepArrivalOf(tab: string, { arrival }: Pick<EditorShell, 'arrival'>): void {
  if (arrival.get()?.tab !== tab) arrival.set(null);
}
