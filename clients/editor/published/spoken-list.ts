/** spoken-list: the unseen list with the texts of a board. A link in it that has the focus keeps it when the board changes. */
import type { TabView } from '#core/tab/view.ts';
import type { Element } from '#schema/element.ts';

import { publishedTexts } from '../strings/published.ts';
import type { BoardLink } from './board-links.ts';
import { node } from './dom.ts';
import { spokenBoard } from './spoken-board.ts';

type SpokenListOptions = {
  linkOf(element: Element): BoardLink | null;
  openInside(link: Extract<BoardLink, { kind: 'inside' }>): void;
  /** A link got the focus. */
  onFocus(id: string): void;
};

/** Texts that change with each frame of a drag are written once. */
const afterMs = 500;

export class SpokenList {
  readonly #list = node('ul');
  readonly element = node('section', { class: 'unseen', 'aria-label': publishedTexts.contents }, this.#list);
  readonly #options: SpokenListOptions;
  #isQueued = false;

  constructor(options: SpokenListOptions) {
    this.#options = options;
  }

  /** Writes the texts soon. `view`: the shown tab by then; null for none. */
  changed(view: () => TabView | null): void {
    if (this.#isQueued) return;
    this.#isQueued = true;
    setTimeout(() => {
      this.#isQueued = false;
      const current = view();
      if (current !== null) this.#write(current);
    }, afterMs);
  }

  #write(view: TabView): void {
    const { elements, left } = spokenBoard(view);
    const items = elements.map(({ id, text }) => {
      const element = view.get(id);
      const link = element === undefined ? null : this.#options.linkOf(element);
      return node('li', {}, link === null ? text : this.#link(id, text, link));
    });
    const rest = left === 0 ? [] : [node('li', {}, publishedTexts.moreContents(left))];
    const focused = document.activeElement?.closest('[data-id]')?.getAttribute('data-id');
    this.#list.replaceChildren(...items, ...rest);
    for (const link of this.#list.querySelectorAll('a')) if (link.dataset['id'] === focused) link.focus();
  }

  #link(id: string, text: string, link: BoardLink): HTMLElement {
    const href = link.kind === 'outside' ? link.href : '#';
    const made = node('a', { href, 'data-id': id, target: '_blank', rel: 'noopener noreferrer' }, text);
    made.addEventListener('focus', () => this.#options.onFocus(id));
    if (link.kind === 'inside')
      made.addEventListener('click', (event) => {
        event.preventDefault();
        this.#options.openInside(link);
      });
    return made;
  }
}
