/** japanese-texts: which elements of a changing tab have Japanese texts, and whose Han characters follow them (../text/han-forms.ts). */
import type { Element } from '#schema/element.ts';

import { drawnTexts } from '../lint/drawn-texts.ts';
import { hasKana, mayFollowTab } from '../text/han-forms.ts';

export class JapaneseTexts {
  readonly #japanese = new Set<string>();
  readonly #followers = new Set<string>();

  /** True if an element of the tab has kana. */
  get isAny(): boolean {
    return this.#japanese.size > 0;
  }

  /** The elements that may be drawn with other forms when `isAny` changes. */
  followers(): ReadonlySet<string> {
    return this.#followers;
  }

  /** Null removes the element. */
  set(id: string, element: Element | null): void {
    mark(this.#japanese, id, element !== null && isJapanese(element));
    mark(this.#followers, id, element !== null && isFollower(element));
  }
}

export const isJapanese = (element: Element): boolean => drawnTexts(element).some(hasKana);

/** Boards and sheets show texts that are not their own. */
const isFollower = (element: Element): boolean =>
  (element.type === 'shape' && (element.shape === 'plan-board' || element.shape === 'plan-sheet')) ||
  drawnTexts(element).some(mayFollowTab);

function mark(set: Set<string>, id: string, isIn: boolean): void {
  if (isIn) set.add(id);
  else set.delete(id);
}
