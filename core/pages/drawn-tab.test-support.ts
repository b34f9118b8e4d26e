/** drawn-tab: a tab with these elements and pages. */
import type { Element } from '#schema/element.ts';
import type { Page, TabSettings } from '#schema/tab.ts';

import { TabIndex } from '../tab/tab-index.ts';

export function drawnTab(elements: readonly Element[], pages: readonly Page[] = [], over: Partial<TabSettings> = {}): TabIndex {
  const settings: TabSettings = {
    id: 'tab_00000000000000000000',
    name: 'One',
    mode: 'canvas',
    theme: 'light',
    locked: false,
    order: 'a0',
    layers: [],
    pages,
    ...over,
  };
  return TabIndex.of({ ...settings, elements: new Map(elements.map((element) => [element.id, element])), skipped: [] });
}
