/**
 * reader-tab: a published tab as a reader has it, updated element by element by the messages of the server.
 *
 * It always equals `afterMessage` of core/published/board.ts. A change of one element costs one element.
 */
import type { CardFaces } from '#core/board/card-face.ts';
import type { BoardMessage, ChangeMessage, PublishedMessage, PublishedTab } from '#core/published/board.ts';
import { customTheme } from '#core/render/custom-theme.ts';
import { inLook, type Theme } from '#core/render/theme.ts';
import { light } from '#core/render/themes/light.ts';
import type { SheetFace } from '#core/sheet/face.ts';
import { TabIndex } from '#core/tab/tab-index.ts';
import type { TabView } from '#core/tab/view.ts';
import type { Element } from '#schema/element.ts';
import { jsonEqual } from '#schema/json-equal.ts';

import type { ShownTab } from '../scene/scene.ts';
import { themeOnPage } from '../scene/theme-on-page.ts';
import { Emitter } from '../state/emitter.ts';

type Change = { readonly elements: ReadonlySet<string>; readonly settings: boolean };
type ElementChange = { readonly id: string; readonly element: Element | null };

export class ReaderTab implements ShownTab {
  readonly id: string;
  readonly #index: TabIndex;
  readonly #sheets: Map<string, SheetFace>;
  readonly #changes = new Emitter<[Change]>();
  readonly #redrawn = new Emitter<[shows: (element: Element) => boolean]>();
  #name: string;
  #tabs: readonly PublishedTab[];
  #cards: CardFaces;
  #definition: unknown;
  #theme: Theme;

  constructor({ name, tabs, settings, theme, cards, elements, sheets }: BoardMessage) {
    this.id = settings.id;
    this.#index = TabIndex.of({ ...settings, elements: new Map(elements.map((one) => [one.id, one])), skipped: [] });
    this.#name = name;
    this.#tabs = tabs;
    this.#cards = new Map(Object.entries(cards));
    this.#sheets = new Map(Object.entries(sheets));
    this.#definition = theme;
    this.#theme = this.#currentTheme();
  }

  get view(): TabView {
    return this.#index;
  }

  /** Of the document. */
  get name(): string {
    return this.#name;
  }

  /** All that the link shows. */
  get tabs(): readonly PublishedTab[] {
    return this.#tabs;
  }

  get cards(): CardFaces {
    return this.#cards;
  }

  /** The same object until the theme changes. Light if it is unknown. */
  get theme(): Theme {
    return this.#theme;
  }

  /** The page became dark or light. */
  restyle(): void {
    const before = this.#theme;
    this.#theme = this.#currentTheme();
    if (this.#theme !== before) this.#changes.emit({ elements: new Set(), settings: true });
  }

  sheet(id: string): SheetFace | null {
    return this.#sheets.get(id) ?? null;
  }

  onChange(listener: (change: Change) => void): () => void {
    return this.#changes.add(listener);
  }

  /** Elements that look different though they are the same: their cards or cells changed. */
  onRedraw(listener: (shows: (element: Element) => boolean) => void): () => void {
    return this.#redrawn.add(listener);
  }

  /** A whole board after a reconnection changes only what differs. It must be of this tab. */
  take(message: PublishedMessage): void {
    const change = message.type === 'board' ? this.#differenceTo(message) : message;
    const changes = changesOf(change);
    this.#name = change.name ?? this.#name;
    this.#tabs = change.tabs ?? this.#tabs;
    this.#index.update(changes);
    if (change.settings !== undefined) this.#index.setSettings(change.settings);
    if ('theme' in change) this.#definition = change.theme;
    const restyled = change.settings !== undefined || 'theme' in change;
    if (restyled) this.#theme = this.#currentTheme();
    this.#changes.emit({ elements: new Set(changes.map(({ id }) => id)), settings: restyled });
    this.#takeFaces(change);
  }

  #takeFaces({ cards, sheets }: ChangeMessage): void {
    if (cards !== undefined) {
      this.#cards = new Map(Object.entries(cards));
      this.#redrawn.emit((element) => element.type === 'shape' && element.planBoard !== undefined);
    }
    if (sheets === undefined) return;
    for (const [id, face] of Object.entries(sheets)) {
      if (face === null) this.#sheets.delete(id);
      else this.#sheets.set(id, face);
    }
    this.#redrawn.emit((element) => element.type === 'shape' && (element.planSheet?.sheetId ?? '') in sheets);
  }

  #differenceTo(board: BoardMessage): ChangeMessage {
    const { type: _type, elements, sheets, ...frame } = board;
    const ids = new Set(elements.map(({ id }) => id));
    const gone = [...this.#sheets.keys()].filter((id) => !(id in sheets)).map((id) => [id, null] as const);
    return {
      type: 'change',
      ...frame,
      put: elements.filter((element) => !jsonEqual(this.#index.get(element.id), element)),
      removed: Array.from(this.#index.elements(), ({ id }) => id).filter((id) => !ids.has(id)),
      sheets: { ...sheets, ...Object.fromEntries(gone) },
    };
  }

  #currentTheme(): Theme {
    const { settings } = this.#index;
    const builtIn = themeOnPage(settings.theme);
    if (builtIn !== null && settings.look === undefined) return builtIn;
    const next = inLook(builtIn ?? (this.#definition === null ? light : customTheme(this.#definition)), settings);
    // A scene draws everything again for another object.
    return jsonEqual(next, this.#theme) ? this.#theme : next;
  }
}

function changesOf({ put = [], removed = [] }: ChangeMessage): ElementChange[] {
  return [...removed.map((id) => ({ id, element: null })), ...put.map((element) => ({ id: element.id, element }))];
}
