/** icons-in: the selected icons that the person may change. */
import { isLocked, lockedLayersOf } from '#core/tab/locks.ts';
import { type IconShape, isIcon } from '#core/text/icon-figure.ts';
import { isArrow } from '#schema/element.ts';

import type { Editor } from '../state/editor.ts';

export function iconsIn({ mayEdit, selection, tab }: Editor): readonly IconShape[] {
  if (!mayEdit.get()) return [];
  const locked = lockedLayersOf(tab.view.settings);
  return [...selection.get()].flatMap((id) => {
    const element = tab.view.get(id);
    return element !== undefined && !isArrow(element) && isIcon(element) && !isLocked(element, locked) ? [element] : [];
  });
}
