/**
 * reader-board: a published tab on the page: its drawing, the part of it that is shown, what is selected, and its texts for screen
 * readers. Until the reader moves the view it keeps showing what it showed first, whatever happens to the window or the drawing.
 */
import { holds } from '#core/tab/rect.ts';
import { isId } from '#schema/ids.ts';
import type { Theme } from '#core/render/theme.ts';
import type { Element, Point } from '#schema/element.ts';

import { pageIcons, showsIcon } from '../icons/loaded-icons.ts';
import type { LoadedImages } from '../scene/loaded-images.ts';
import { SceneView } from '../scene/scene.ts';
import { ThemeInLook } from '../scene/theme-in-look.ts';
import { onDarkPage } from '../ui/dark-page.ts';
import { Viewport } from '../state/viewport.ts';
import { publishedTexts } from '../strings/published.ts';
import { type BoardLink, boardLink } from './board-links.ts';
import { node } from './dom.ts';
import { Glide } from './glide.ts';
import { firstFocus, focusRect, type ReaderFocus, viewOf } from './reader-focus.ts';
import { ReaderInput } from './reader-input.ts';
import { ReaderOutline } from './reader-outline.ts';
import type { ReaderTab } from './reader-tab.ts';
import { SpokenList } from './spoken-list.ts';

type BoardOptions = {
  readonly images: LoadedImages;
  readonly isEmbedded: boolean;
  /** In place of the tab's own. */
  readonly theme: Theme | null;
  /** The ref or id of the frame that fills the view at first. */
  readonly frame: string | null;
  openInside(link: Extract<BoardLink, { kind: 'inside' }>): void;
  onSelect(refs: readonly string[]): void;
  /** Another page or zoom is shown. */
  onView(): void;
};
type Shown = { readonly tab: ReaderTab; readonly scene: SceneView; readonly end: () => void };

/** Canvas pixels are window pixels divided by the zoom. */
const slackPx = 4;

export class ReaderBoard {
  readonly viewport = new Viewport();
  readonly element = node('main', { class: 'stage' });
  readonly #options: BoardOptions;
  readonly #scene = node('div', { class: 'scene-host', 'aria-hidden': 'true' });
  readonly #outline = new ReaderOutline();
  readonly #host = node('div', { class: 'board', role: 'application', tabindex: '0' }, this.#scene, this.#outline.element);
  readonly #empty = node('p', { class: 'empty' }, publishedTexts.empty);
  readonly #spoken: SpokenList;
  readonly #glide = new Glide(this.viewport);
  #shown: Shown | null = null;
  #focus: ReaderFocus = { kind: 'all' };
  #wasMoved = false;
  #selected: string | null = null;
  #frame = 0;

  constructor(options: BoardOptions) {
    this.#options = options;
    this.#empty.hidden = true;
    this.#spoken = new SpokenList({
      linkOf: (element) => this.#linkOf(element),
      openInside: (link) => options.openInside(link),
      onFocus: (id) => this.goTo(id),
    });
    this.element.append(this.#host, this.#empty, this.#spoken.element);
    new ReaderInput(this.#host, this.viewport, this.#inputs(), options);
    this.viewport.subscribe(() => this.#follow());
    new ResizeObserver(() => this.#resize()).observe(this.#host);
  }

  /** The id of the page that fills the view, or was the last to do so. */
  get page(): string | null {
    return this.#focus.kind === 'page' ? this.#focus.id : null;
  }

  /** Shows another tab, or none. `target`: the id of an element or page to go to. */
  show(tab: ReaderTab | null, target: string | null = null): void {
    this.#shown?.end();
    this.#shown = tab === null ? null : this.#open(tab);
    this.#selected = null;
    if (tab === null) return;
    this.#host.setAttribute('aria-label', publishedTexts.board(tab.view.settings.name));
    this.#wasMoved = false;
    this.#focus = firstFocus(tab.view, this.#options.frame);
    this.#fitNow();
    if (target !== null) this.goTo(target);
    this.#takeChange();
  }

  /** Selects an element and brings it into view, or shows a page. */
  goTo(target: string): void {
    const view = this.#shown?.tab.view;
    if (view?.settings.pages.some(({ id }) => id === target) === true) return this.#showPage(target);
    if (view?.get(target) === undefined) return;
    this.#select(target);
    this.#reveal(target);
  }

  turnPage(by: -1 | 1): void {
    const pages = this.#shown?.tab.view.settings.pages ?? [];
    const place = pages.findIndex(({ id }) => id === this.page);
    const next = pages[place === -1 ? 0 : place + by];
    if (next !== undefined) this.#showPage(next.id);
  }

  zoomBy(factor: number): void {
    const { width, height } = this.viewport.get();
    this.#zoomAt([width / 2, height / 2], factor);
  }

  fit(what: 'focus' | 'all' = 'focus'): void {
    if (what === 'all') this.#focus = { kind: 'all' };
    this.#wasMoved = false;
    this.#glideToFocus();
    this.#options.onView();
  }

  /** Draws what could not be loaded again. */
  retryImages(): void {
    this.#options.images.forgetMissing();
    this.#shown?.scene.redraw(({ type }) => type === 'image');
  }

  #open(tab: ReaderTab): Shown {
    const { images, theme } = this.#options;
    const looks = new ThemeInLook();
    const scene = new SceneView(this.#scene, tab, {
      theme: () => (theme === null ? tab.theme : looks.themeFrom(theme, tab.view.settings)),
      image: (id) => (isId('img', id) ? images.get(id) : null),
      icon: (name) => pageIcons.parts(name),
      cards: () => tab.cards,
      sheet: (id) => tab.sheet(id),
    });
    const endings = [
      tab.onRedraw((shows) => scene.redraw(shows)),
      images.onLoad((id) => scene.redraw((element) => element.type === 'image' && element.imageId === id)),
      pageIcons.onLoad(() => scene.redraw(showsIcon)),
      tab.onChange(() => this.#changed()),
      onDarkPage(() => tab.restyle()),
      () => scene.destroy(),
    ];
    return { tab, scene, end: () => endings.forEach((end) => end()) };
  }

  #inputs(): ConstructorParameters<typeof ReaderInput>[2] {
    return {
      moving: () => {
        this.#glide.end();
        this.#wasMoved = true;
      },
      press: (at, count) => this.#press(at, count),
      hover: (at) => this.#hover(at),
      zoomAt: (at, factor) => this.#zoomAt(at, factor),
      zoomBy: (factor) => this.zoomBy(factor),
      panBy: (dx, dy) => this.#panBy(dx, dy),
      fit: (what) => this.fit(what),
      turnPage: (by) => this.turnPage(by),
      clear: () => this.#select(null),
    };
  }

  #zoomAt([x, y]: Point, factor: number): void {
    this.#wasMoved = true;
    const scratch = this.#scratch();
    scratch.zoomAt({ x, y }, factor);
    this.#glide.to(scratch.get());
  }

  #panBy(dx: number, dy: number): void {
    this.#wasMoved = true;
    const scratch = this.#scratch();
    scratch.panBy(dx, dy);
    this.#glide.to(scratch.get());
  }

  /** Where the view is going to be: steps that follow one another quickly add up. */
  #scratch(): Viewport {
    const scratch = new Viewport();
    const { width, height } = this.viewport.get();
    scratch.resize(width, height);
    scratch.show(this.#glide.target);
    return scratch;
  }

  #press(at: Point, count: number): void {
    const element = this.#elementAt(at);
    // The second press of a double-click zooms.
    if (count > 1) return;
    this.#select(element?.id ?? null);
    const link = element === null ? null : this.#linkOf(element);
    if (link?.kind === 'inside') this.#options.openInside(link);
    if (link?.kind === 'outside') window.open(link.href, '_blank', 'noopener,noreferrer');
  }

  #hover(at: Point | null): void {
    const element = at === null ? null : this.#elementAt(at);
    const link = element === null ? null : this.#linkOf(element);
    this.#host.toggleAttribute('data-link', link !== null);
    this.#host.title = link?.kind === 'outside' ? link.href : '';
  }

  #elementAt([x, y]: Point): Element | null {
    if (this.#shown === null) return null;
    const at = this.viewport.toCanvas({ x, y });
    const id = this.#shown.scene.hit([at.x, at.y], slackPx / this.viewport.get().zoom);
    return id === null ? null : (this.#shown.tab.view.get(id) ?? null);
  }

  #linkOf(element: Element): BoardLink | null {
    return boardLink(element, location.origin, this.#shown?.tab.tabs ?? []);
  }

  #select(id: string | null): void {
    if (id === this.#selected || this.#shown === null) return;
    this.#selected = id;
    this.#options.onSelect(id === null ? [] : [this.#shown.tab.view.refOf(id)]);
    this.#drawOutline();
  }

  #reveal(id: string): void {
    const element = this.#shown?.tab.view.get(id);
    if (element === undefined || element.type === 'arrow') return;
    if (holds(this.viewport.visible(), element)) return;
    this.#wasMoved = true;
    const { width, height, zoom } = this.viewport.get();
    const [x, y] = [element.x + element.width / 2, element.y + element.height / 2];
    this.#glide.to({ x: x - width / 2 / zoom, y: y - height / 2 / zoom, zoom });
  }

  #showPage(id: string): void {
    this.#focus = { kind: 'page', id };
    this.fit();
  }

  #focusView() {
    if (this.#shown === null) return null;
    const rect = focusRect(this.#focus, this.#shown.tab.view, this.#shown.scene.extent());
    return rect === null ? null : viewOf(rect, this.#focus.kind, this.viewport.get());
  }

  #fitNow(): void {
    const view = this.#focusView();
    this.#glide.end();
    if (view === null) this.#follow();
    else this.viewport.show(view);
  }

  #glideToFocus(): void {
    const view = this.#focusView();
    if (view !== null) this.#glide.to(view);
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#host;
    this.viewport.resize(clientWidth, clientHeight);
    if (!this.#wasMoved && this.#shown !== null) this.#fitNow();
  }

  #follow(): void {
    this.#shown?.scene.setVisible(this.viewport.visible(), this.viewport.get().zoom);
    this.#drawOutline();
    this.#options.onView();
  }

  #changed(): void {
    if (this.#frame !== 0) return;
    const soon = document.hidden ? (run: () => void) => window.setTimeout(run, 100) : requestAnimationFrame;
    this.#frame = soon(() => {
      this.#frame = 0;
      this.#takeChange();
    });
  }

  #takeChange(): void {
    if (this.#shown === null) return;
    const { view } = this.#shown.tab;
    this.#scene.dataset['mode'] = view.settings.mode;
    this.#empty.hidden = view.size > 0 || view.settings.pages.length > 0;
    if (this.#selected !== null && view.get(this.#selected) === undefined) this.#select(null);
    this.#drawOutline();
    if (!this.#wasMoved) this.#keepInView();
    this.#spoken.changed(() => this.#shown?.tab.view ?? null);
  }

  /** What is shown has grown out of the view, or moved. */
  #keepInView(): void {
    if (this.#shown === null) return;
    const rect = focusRect(this.#focus, this.#shown.tab.view, this.#shown.scene.extent());
    if (rect === null || (this.#focus.kind === 'all' && holds(this.viewport.visible(), rect))) return;
    this.#glideToFocus();
  }

  #drawOutline(): void {
    if (this.#shown !== null) this.#outline.show(this.#selected, this.#shown.tab.view, this.#shown.scene, this.viewport);
  }
}
