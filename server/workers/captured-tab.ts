/** captured-tab: a tab's plain values at one moment: what goes to a worker, and outlives later changes. */
import type { TabView } from '#core/tab/view.ts';
import type { Edit } from '#schema/changeset.ts';
import type { Element } from '#schema/element.ts';
import type { Skipped, TabSettings } from '#schema/tab.ts';

export type CapturedTab = {
  readonly settings: TabSettings;
  readonly skipped: readonly Skipped[];
  readonly elements: readonly Element[];
};

export const captureTab = (tab: TabView): CapturedTab => ({
  settings: tab.settings,
  skipped: tab.skipped,
  elements: [...tab.elements()],
});

/** The tab as it is once the edits are made. */
export function capturedAfter(before: CapturedTab, edits: readonly Edit[]): CapturedTab {
  const elements = new Map(before.elements.map((element) => [element.id, element]));
  for (const { id, after } of edits) {
    if (after === null) elements.delete(id);
    else elements.set(id, after);
  }
  return { ...before, elements: [...elements.values()] };
}
