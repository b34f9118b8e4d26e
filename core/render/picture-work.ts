/** picture-work: how much a picture of a tab has to measure and to write, in characters and points. */
import { type Element, isArrow } from '#schema/element.ts';

import type { TabView } from '../tab/view.ts';

/** What an element costs that says nothing. */
const base = 20;

export function pictureWork(tab: Pick<TabView, 'elements'>): number {
  let work = 0;
  for (const element of tab.elements()) work += base + (element.label?.length ?? 0) + own(element);
  return work;
}

function own(element: Element): number {
  if (isArrow(element)) return base + (element.points?.length ?? 0);
  if (element.type === 'stroke') return element.points.length;
  if (element.type === 'image') return element.alt?.length ?? 0;
  if (element.type !== 'table') return 0;
  const cells = [element.columns, ...element.rows];
  return cells.reduce((sum, row) => row.reduce((most, text) => most + text.length + base, sum), 0);
}
