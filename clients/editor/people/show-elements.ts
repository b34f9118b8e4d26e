/** show-elements: shows elements on their tab, and selects them. */
import type { Rect } from '#schema/tab.ts';

import { holds, union } from '#core/tab/rect.ts';

import type { Editor } from '../state/editor.ts';
import { reachOnTab } from './reach-on-tab.ts';

/** Deleted elements are skipped; without any left only the tab is shown. */
export function showElements(editor: Editor, tabId: string, ids: readonly string[]): void {
  if (tabId !== editor.tab.id) {
    editor.showTab(tabId);
    return;
  }
  const { view } = editor.tab;
  const there = ids.filter((id) => view.get(id) !== undefined);
  editor.selection.set(there);
  const rects = there.map((id) => reachOnTab(id, view)).filter((rect) => rect !== null);
  const around = rects.reduce<Rect | null>((rect, one) => (rect === null ? one : union(rect, one)), null);
  if (around !== null && !holds(editor.viewport.clear(), around)) editor.viewport.fit(around);
}
