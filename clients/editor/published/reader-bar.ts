/** reader-bar: the name of the document, its tabs and pages, and the zoom. */
import type { PublishedTab } from '#core/published/board.ts';
import type { Page } from '#schema/tab.ts';

import { publishedTexts } from '../strings/published.ts';
import { icon, iconButton, node } from './dom.ts';

export type BarActions = {
  chooseTab(id: string): void;
  /** To the page before (-1) or after (1). */
  turnPage(by: -1 | 1): void;
  zoomBy(factor: number): void;
  fit(): void;
};
export type BarState = {
  readonly name: string;
  readonly tabs: readonly PublishedTab[];
  readonly tab: string;
  readonly pages: readonly Page[];
  /** The id of the page that fills the view; null for none. */
  readonly page: string | null;
};

const zoomStep = 1.4;

export class ReaderBar {
  readonly element: HTMLElement;
  readonly #name = node('h1', { class: 'name' });
  readonly #tabs = node('select', { 'aria-label': publishedTexts.tab });
  readonly #tabBox = node('span', { class: 'choice' }, this.#tabs, icon('chevron'));
  readonly #place = node('span', { class: 'place' });
  readonly #previous: HTMLButtonElement;
  readonly #next: HTMLButtonElement;
  readonly #pages: HTMLElement;
  readonly #zoom = node('output', { class: 'zoom', 'aria-live': 'off' });

  /** `home`: the address of this server. */
  constructor(actions: BarActions, home: string) {
    this.#tabs.addEventListener('change', () => actions.chooseTab(this.#tabs.value));
    this.#previous = iconButton('previous', publishedTexts.previousPage, () => actions.turnPage(-1));
    this.#next = iconButton('next', publishedTexts.nextPage, () => actions.turnPage(1));
    this.#pages = group(publishedTexts.pages, this.#previous, this.#place, this.#next);
    const mark = node('a', {
      class: 'mark', href: home, target: '_blank', rel: 'noopener noreferrer',
      'aria-label': publishedTexts.made, title: publishedTexts.made,
    }, node('img', { src: '/favicon.svg', alt: '', width: '20', height: '20' })); // prettier-ignore
    const view = group(
      publishedTexts.view,
      iconButton('minus', publishedTexts.zoomOut, () => actions.zoomBy(1 / zoomStep)),
      this.#zoom,
      iconButton('plus', publishedTexts.zoomIn, () => actions.zoomBy(zoomStep)),
      iconButton('fit', publishedTexts.zoomToFit, () => actions.fit()),
    );
    this.element = node('header', { class: 'bar' }, mark, this.#name, this.#tabBox, this.#pages, view);
    this.#tabBox.hidden = true;
    this.#pages.hidden = true;
  }

  show({ name, tabs, tab, pages, page }: BarState): void {
    this.#name.textContent = name;
    this.#name.title = name;
    this.#showTabs(tabs, tab);
    const place = pages.findIndex(({ id }) => id === page) + 1;
    this.#pages.hidden = pages.length < 2;
    this.#place.textContent = publishedTexts.page(Math.max(1, place), pages.length);
    setDisabled(this.#previous, place === 1);
    setDisabled(this.#next, place === pages.length);
  }

  showZoom(zoom: number): void {
    this.#zoom.textContent = publishedTexts.percent(Math.round(zoom * 100));
  }

  /** A list that is open stays open: only what differs is written. */
  #showTabs(tabs: readonly PublishedTab[], shown: string): void {
    const before = Array.from(this.#tabs.options, ({ value, text }) => `${value} ${text}`).join('\n');
    if (before !== tabs.map(({ id, name }) => `${id} ${name}`).join('\n'))
      this.#tabs.replaceChildren(...tabs.map(({ id, name }) => node('option', { value: id }, name)));
    this.#tabs.value = shown;
    this.#tabBox.hidden = tabs.length < 2;
  }
}

const group = (label: string, ...children: readonly HTMLElement[]): HTMLElement =>
  node('div', { class: 'group', role: 'group', 'aria-label': label }, ...children);

/** A disabled button would lose the focus of the keyboard. */
const setDisabled = (button: HTMLButtonElement, isDisabled: boolean): void =>
  button.setAttribute('aria-disabled', String(isDisabled));
