/** stack-place: describes an element's place in the stacking order in words, as keys mean nothing to a reader. */
import type { Element } from '#schema/element.ts';

import type { TabView } from '../tab/view.ts';

/** `at the front`, `at the back`, or `in front of <ref>`, the element directly behind it. */
export function stackPlace({ id, z }: Element, tab: TabView): string {
  const beside = [...tab.idsAtKey(z)];
  const at = beside.indexOf(id);
  if (at === beside.length - 1 && tab.keyAbove(z) === null) return 'at the front';
  const below = tab.keyBelow(z);
  const behind = at > 0 ? beside[at - 1] : below === null ? undefined : [...tab.idsAtKey(below)].at(-1);
  return behind === undefined ? 'at the back' : `in front of ${tab.refOf(behind)}`;
}
