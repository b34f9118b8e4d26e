/** element-name: the name of an element for people: its text, or else its number if it is a badge, or its kind and ref. */
import type { Element } from '#schema/element.ts';

import { firstCharacters } from '#core/notation/characters.ts';
import { kindOf } from '#core/notation/naming.ts';
import type { TabView } from '#core/tab/view.ts';
import { peopleTexts } from '../strings/people.ts';

export function elementName(element: Element | undefined, tab: TabView): string {
  if (element === undefined) return peopleTexts.deletedElement;
  const words = (element.label ?? '').replaceAll(/\s+/g, ' ').trim();
  if (words === '' && element.type === 'annotation' && element.number !== undefined) return peopleTexts.badge(element.number);
  return words === '' ? `${kindOf(element)} ${tab.refOf(element.id)}` : firstCharacters(words, 60);
}
