/**
 * copy-elements: a tab's elements as those of another, empty one.
 *
 * E1  Each keeps its slug and gets an id of its own: comments and votes hang on ids, and stay with the first tab.
 * E2  Arrows are pinned to the copies of what they were pinned to; place, size, stacking and layer stay.
 * E3  Locks are the server's: no copy is locked.
 */
import type { Edit } from '#schema/changeset.ts';
import type { ArrowEnd, Element } from '#schema/element.ts';
import { newElementSuffix } from '#schema/ids.ts';

export function copyElements(elements: Iterable<Element>, newSuffix: () => string = newElementSuffix): Edit[] {
  const all = [...elements];
  const ids = new Map(all.map(({ id }) => [id, `${id.slice(0, id.indexOf('~'))}~${newSuffix()}`]));
  return all.map((element) => {
    const { locked: _locked, ...free } = element;
    const id = ids.get(element.id) ?? element.id;
    const after =
      free.type === 'arrow' ? { ...free, id, from: pinnedAnew(free.from, ids), to: pinnedAnew(free.to, ids) } : { ...free, id };
    return { id, before: null, after: after as Element };
  });
}

const pinnedAnew = (end: ArrowEnd, ids: ReadonlyMap<string, string>): ArrowEnd =>
  'element' in end ? { ...end, element: ids.get(end.element) ?? end.element } : end;
