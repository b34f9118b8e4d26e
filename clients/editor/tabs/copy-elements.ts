/**
 * copy-elements: the elements of a tab as those of another, empty one.
 *
 * Each keeps its slug and gets a new id: comments and votes belong to ids, and stay with the first tab. Arrows connect the
 * copies; place, size, stacking and layer stay. No copy is locked: the server sets locks.
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
