/**
 * describe-selection: the announced selection: `Rectangle Orders, 1 of 12, connected to Payments`.
 *
 * People's texts are spoken as they are, within a length, without bidirectional controls.
 */
import { type Element, isArrow, isPinned } from '#schema/element.ts';

import { kindOf } from '#core/notation/naming.ts';
import { parentOf } from '#core/tab/membership.ts';
import { isLocked, lockedLayersOf } from '#core/tab/locks.ts';
import type { TabView } from '#core/tab/view.ts';

import { isWholeGroup } from './groups.ts';
import { readingOrder } from './reading-order.ts';
import { titleOf } from './tools.ts';
import { canvasTexts } from '../strings/canvas.ts';

const wordsMax = 120;
const neighboursMax = 5;

export function describeSelection(tab: TabView, selected: ReadonlySet<string>): string {
  const [first] = selected;
  const element = tab.get(first ?? '');
  if (selected.size === 0 || element === undefined) return canvasTexts.nothingSelected;
  if (selected.size > 1) {
    const words = isWholeGroup(selected, tab) ? canvasTexts.selectedGroup : canvasTexts.selected;
    return words(selected.size, countText(tab, selected));
  }
  const order = readingOrder(tab);
  const parts = [elementTitle(element), canvasTexts.placeOf(order.indexOf(element.id) + 1, order.length)];
  if (isLocked(element, lockedLayersOf(tab.settings))) parts.push(canvasTexts.locked);
  if (isArrow(element)) parts.push(...between(element, tab));
  else {
    const parent = parentOf(element, tab);
    if (parent !== null) parts.push(canvasTexts.inParent(elementTitle(parent)));
    const others = neighboursOf(element.id, tab);
    if (others.length > 0) parts.push(canvasTexts.connectedTo(listed(others)));
  }
  return parts.join(', ');
}

/** `Rectangle Orders`; only the kind if there is no text. */
export function elementTitle(element: Element): string {
  const words = spoken(
    element.label ?? ('title' in element ? element.title : undefined) ?? ('alt' in element ? element.alt : undefined) ?? '',
  );
  return words === '' ? titleOf(kindOf(element)) : `${titleOf(kindOf(element))} ${words}`;
}

/** One line of limited length. */
export function spoken(text: string): string {
  const plain = text
    .slice(0, 4 * wordsMax)
    .replace(/[\s\u200b-\u200f\u202a-\u202e\u2066-\u2069]+/g, ' ')
    .trim();
  return plain.length > wordsMax ? `${plain.slice(0, wordsMax).toWellFormed()}…` : plain;
}

function countText(tab: TabView, selected: ReadonlySet<string>): string {
  const counts = new Map<string, number>();
  for (const id of selected) {
    const element = tab.get(id);
    if (element !== undefined) counts.set(titleOf(kindOf(element)), (counts.get(titleOf(kindOf(element))) ?? 0) + 1);
  }
  return [...counts].map(([kind, count]) => (count === 1 ? kind : `${count} × ${kind}`)).join(', ');
}

function between({ from, to }: Extract<Element, { type: 'arrow' }>, tab: TabView): string[] {
  const end = (at: typeof from): string | null => {
    const element = isPinned(at) ? tab.get(at.element) : undefined;
    return element === undefined ? null : elementTitle(element);
  };
  const [start, finish] = [end(from), end(to)];
  return [
    ...(start === null ? [] : [canvasTexts.fromElement(start)]),
    ...(finish === null ? [] : [canvasTexts.toElement(finish)]),
  ];
}

function neighboursOf(id: string, tab: TabView): string[] {
  const names = new Set<string>();
  for (const { from, to } of tab.arrowsAt(id)) {
    for (const end of [from, to]) {
      const other = isPinned(end) && end.element !== id ? tab.get(end.element) : undefined;
      if (other !== undefined) names.add(elementTitle(other));
    }
  }
  return [...names];
}

const listed = (names: readonly string[]): string =>
  names.length <= neighboursMax
    ? names.join(canvasTexts.andJoiner)
    : canvasTexts.andOthers(names.slice(0, neighboursMax).join(', '), names.length - neighboursMax);
