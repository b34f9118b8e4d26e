/** published-reader: the page of a published board: bar, board, and what is shown while there is no board or no connection. */
import type { PublishedMessage } from '#core/published/board.ts';
import { findTheme } from '#core/render/themes/theme-list.ts';

import { LoadedImages } from '../scene/loaded-images.ts';
import { publishedTexts } from '../strings/published.ts';
import { node } from './dom.ts';
import { LiveBoard, type LiveState, retryWhenBack } from './live-board.ts';
import { tellParent } from './parent-window.ts';
import { addressWithTab, imagePath, liveUrl, type ReaderAddress, readerAddress } from './reader-address.ts';
import { ReaderBar } from './reader-bar.ts';
import { ReaderBoard } from './reader-board.ts';
import { ReaderTab } from './reader-tab.ts';

export class PublishedReader {
  readonly #address: ReaderAddress;
  readonly #root: HTMLElement;
  readonly #bar: ReaderBar;
  readonly #board: ReaderBoard;
  readonly #status = node('p', { class: 'status', role: 'status' });
  #live: LiveBoard;
  #tab: ReaderTab | null = null;
  /** The tab that was asked for; null for the first. */
  #chosen: string | null;
  /** Where to go on the tab that is being opened. */
  #target: string | null = null;

  constructor(root: HTMLElement, address: ReaderAddress) {
    this.#root = root;
    this.#address = address;
    this.#chosen = address.tab;
    const isEmbedded = address.mode === 'embed';
    this.#board = new ReaderBoard({
      images: new LoadedImages((id) => imageBytes(imagePath(address, id))),
      isEmbedded,
      theme: address.theme === null ? null : findTheme(address.theme),
      frame: address.frame,
      openInside: ({ tab, target }) => this.#goTo(tab, target),
      onSelect: (refs) => { if (isEmbedded) tellParent({ type: 'select', refs }); },
      onView: () => this.#showBar(),
    }); // prettier-ignore
    this.#bar = new ReaderBar(
      {
        chooseTab: (id) => this.#goTo(id, null),
        turnPage: (by) => this.#board.turnPage(by),
        zoomBy: (factor) => this.#board.zoomBy(factor),
        fit: () => this.#board.fit(),
      },
      `${location.origin}/`,
    );
    this.#bar.element.hidden = !address.hasBar;
    root.dataset['mode'] = address.mode;
    this.#board.element.append(this.#status);
    // A bar below the drawing reads as its caption.
    root.replaceChildren(...(isEmbedded ? [this.#board.element, this.#bar.element] : [this.#bar.element, this.#board.element]));
    this.#live = this.#connect();
    retryWhenBack(() => this.#live.retry());
    window.addEventListener('popstate', () => this.#open(readerAddress(location)?.tab ?? null));
  }

  #connect(): LiveBoard {
    return new LiveBoard({
      url: liveUrl(this.#address, this.#chosen, location),
      isPublished,
      onMessage: (message) => this.#take(message),
      onState: (state) => this.#showState(state),
    });
  }

  #take(message: PublishedMessage): void {
    const isFirst = this.#tab === null;
    if (this.#tab !== null && (message.type === 'change' || message.settings.id === this.#tab.id)) this.#tab.take(message);
    else if (message.type === 'board') {
      this.#tab = new ReaderTab(message);
      this.#board.show(this.#tab, this.#target);
      this.#target = null;
      this.#root.dataset['state'] = 'shown';
    }
    if (this.#tab !== null) document.title = this.#tab.name;
    this.#showBar();
    if (this.#address.mode === 'embed') tellParent({ type: isFirst ? 'ready' : 'change' });
  }

  #goTo(tab: string, target: string | null): void {
    if (tab === this.#tab?.id) {
      if (target !== null) this.#board.goTo(target);
      return;
    }
    this.#target = target;
    const address = addressWithTab(location, tab);
    if (this.#address.mode === 'page') history.pushState(null, '', address);
    else history.replaceState(null, '', address);
    this.#open(tab);
  }

  #open(tab: string | null): void {
    this.#live.end();
    this.#chosen = tab;
    this.#tab = null;
    this.#live = this.#connect();
  }

  #showState(state: LiveState): void {
    const isBack = state === 'live' && this.#status.textContent !== '';
    this.#status.textContent =
      state === 'reconnecting' ? (this.#tab === null ? publishedTexts.opening : publishedTexts.reconnecting) : '';
    if (isBack) this.#board.retryImages();
    if (state === 'gone') this.#showGone();
  }

  #showGone(): void {
    const others = this.#tab?.tabs.filter(({ id }) => id !== this.#tab?.id) ?? [];
    // On a page of its own the reader goes on with the next tab when the one that was shown is deleted.
    const next = this.#address.mode === 'page' && this.#chosen !== null ? others[0] : undefined;
    if (next !== undefined) return this.#goTo(next.id, null);
    this.#tab = null;
    this.#board.show(null);
    this.#root.dataset['state'] = 'gone';
    this.#root.replaceChildren(
      node('main', { class: 'gone' }, node('h1', {}, publishedTexts.goneTitle), node('p', {}, publishedTexts.goneAbout)),
    );
  }

  #showBar(): void {
    if (this.#tab === null) return;
    const { name, tabs, view } = this.#tab;
    this.#bar.show({ name, tabs, tab: this.#tab.id, pages: view.settings.pages, page: this.#board.page });
    this.#bar.showZoom(this.#board.viewport.get().zoom);
  }
}

/** Requests are made without cookies: a reader is no one in particular. */
const withoutCookies = { credentials: 'omit' } as const;

async function imageBytes(path: string): Promise<Uint8Array> {
  const response = await fetch(path, withoutCookies);
  if (!response.ok) throw new Error(`the image was answered with ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

async function isPublished(): Promise<boolean> {
  const { status } = await fetch(location.pathname, { ...withoutCookies, cache: 'no-store' });
  return status !== 404;
}
