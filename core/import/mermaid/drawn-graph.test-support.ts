/** drawn-graph: what a tab says as a diagram, by labels and places, without ids. */
import { isArrow, isBox, isPinned } from '#schema/element.ts';

import { parentsOf } from '../../tab/membership.ts';
import type { TabIndex } from '../../tab/tab-index.ts';

const sorted = (entries: Iterable<string>): string[] => [...entries].toSorted();

/** What there is and what leads where, by labels and places, without ids. */
export function graphOf(tab: TabIndex): { boxes: string[]; arrows: string[] } {
  const parents = parentsOf(tab);
  const nameOf = (id: string): string => {
    const element = tab.get(id);
    if (element === undefined || !isBox(element)) return '?';
    const parent = parents.get(id);
    const kind = element.type === 'shape' ? `${element.shape} ${JSON.stringify(element.sections ?? [])}` : element.type;
    return `${parent === undefined ? '' : `${nameOf(parent.id)} / `}${kind} ${element.label ?? ''}|${element.note ?? ''} ${element.fill ?? ''}${element.stroke ?? ''}`;
  };
  const arrows = [...tab.elements()].filter(isArrow).map(({ from, to, label = '', heads, border }) => {
    const [tail, head] = [from, to].map((end) => (isPinned(end) ? nameOf(end.element) : '?'));
    return `${tail} -> ${head} ${label} ${JSON.stringify(heads ?? 'end')} ${border ?? ''}`;
  });
  return { boxes: sorted(Array.from(tab.boxes(), ({ id }) => nameOf(id))), arrows: sorted(arrows) };
}
