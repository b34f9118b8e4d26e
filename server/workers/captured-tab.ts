/** The plain values of a tab at one moment: they can be sent to a worker and do not change later. */
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

/** The tab after the edits. */
export function capturedAfter(before: CapturedTab, edits: readonly Edit[]): CapturedTab {
  const elements = new Map(before.elements.map((element) => [element.id, element]));
  for (const { id, after } of edits) {
    if (after === null) elements.delete(id);
    else elements.set(id, after);
  }
  return { ...before, elements: [...elements.values()] };
}
