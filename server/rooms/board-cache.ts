/**
 * The plain values of a document's cards, card types and boards, kept up to date with the document.
 *
 * Nothing is read before the first call; after that, a change costs what it touches.
 */
import type * as Y from 'yjs';

import { type BoardsOnTab, boardsOf, statusesOf } from '#core/board/boards.ts';
import type { Element, Shape } from '#schema/element.ts';
import { shownComment } from '#schema/comment.ts';
import type { Board, Card, Catalogue, Item, ItemType } from '#schema/board.ts';
import type { TabSettings } from '#schema/tab.ts';
import { keyOf, readCard, readCards } from '#schema/ydoc/cards.ts';
import { readCatalogue } from '#schema/ydoc/item-types.ts';
import { elementIdsOf, readElementOf } from '#schema/ydoc/read.ts';
import { readThread } from '#schema/ydoc/threads.ts';
import { readVotes } from '#schema/ydoc/votes.ts';
import { watchRoot } from '#schema/ydoc/watch-root.ts';
import type { TabDocChange } from '#schema/ydoc/watch.ts';

import type { BoardReading } from './port.ts';

export class BoardCache implements BoardReading {
  readonly #doc: Y.Doc;
  readonly #tabs: () => readonly TabSettings[];
  #types: { readonly catalogue: Catalogue; readonly byId: ReadonlyMap<string, ItemType> } | null = null;
  #cards: Map<string, Card> | null = null;
  readonly #items = new Map<string, Item>();
  /** The boards of each tab. */
  readonly #boardsOn = new Map<string, Map<string, Shape>>();
  #boards: readonly Board[] | null = null;

  /** `tabs`: returns the current settings, in tab order. */
  constructor(doc: Y.Doc, tabs: () => readonly TabSettings[]) {
    this.#doc = doc;
    this.#tabs = tabs;
    watchRoot(doc, 'items', (ids) => this.#cardsChanged(ids));
    for (const name of ['cards', 'votes', 'threads'] as const)
      watchRoot(doc, name, (ids) => {
        for (const id of ids) this.#items.delete(id);
      });
    watchRoot(doc, 'types', () => {
      this.#types = null;
      this.#cards = null;
      this.#items.clear();
    });
  }

  get catalogue(): Catalogue {
    return this.#catalogue.catalogue;
  }

  /** By id. */
  get types(): ReadonlyMap<string, ItemType> {
    return this.#catalogue.byId;
  }

  get cards(): ReadonlyMap<string, Card> {
    this.#cards ??= readCards(this.#doc, this.types);
    return this.#cards;
  }

  get boards(): readonly Board[] {
    this.#boards ??= boardsOf(
      this.#tabs().map((tab): BoardsOnTab => ({ tabId: tab.id, tabName: tab.name, boards: this.#boardsOf(tab.id) })),
    );
    return this.#boards;
  }

  get statuses(): readonly { readonly status: string; readonly name: string }[] {
    return statusesOf(this.boards);
  }

  /** Undefined if there is no such card. */
  item(id: string): Item | undefined {
    const cached = this.#items.get(id);
    if (cached !== undefined) return cached;
    const card = this.cards.get(id);
    if (card === undefined) return undefined;
    const thread = readThread(this.#doc, id);
    const item: Item = {
      ...card,
      key: keyOf(this.#doc, id),
      votes: Object.fromEntries(readVotes(this.#doc, id)),
      comments: thread?.comments.map(shownComment) ?? [],
      commentsResolved: thread?.resolved ?? false,
    };
    this.#items.set(id, item);
    return item;
  }

  /** In the order of their numbers: oldest first. */
  get items(): readonly Item[] {
    const items = Array.from(this.cards.keys()).flatMap((id) => this.item(id) ?? []);
    return items.sort((a, b) => a.key - b.key || (a.id < b.id ? -1 : 1));
  }

  /** Updates the boards after a change of a tab. */
  follow({ tab, elements, settings, removed }: TabDocChange): void {
    if (settings || removed === true) this.#boards = null;
    const boards = this.#boardsOn.get(tab);
    if (boards === undefined) return;
    if (removed === true || elements === 'all') {
      this.#boardsOn.delete(tab);
      this.#boards = null;
      return;
    }
    for (const id of elements) {
      const board = boardIn(readElementOf(this.#doc, tab, id));
      if (board === null && !boards.delete(id)) continue;
      if (board !== null) boards.set(id, board);
      this.#boards = null;
    }
  }

  get #catalogue(): { readonly catalogue: Catalogue; readonly byId: ReadonlyMap<string, ItemType> } {
    if (this.#types === null) {
      const catalogue = readCatalogue(this.#doc);
      this.#types = { catalogue, byId: new Map(catalogue.types.map((type) => [type.id, type])) };
    }
    return this.#types;
  }

  #boardsOf(tabId: string): Shape[] {
    let boards = this.#boardsOn.get(tabId);
    if (boards === undefined) {
      boards = new Map<string, Shape>();
      for (const id of elementIdsOf(this.#doc, tabId, 'plan-board')) {
        const board = boardIn(readElementOf(this.#doc, tabId, id));
        if (board !== null) boards.set(id, board);
      }
      this.#boardsOn.set(tabId, boards);
    }
    return [...boards.values()];
  }

  #cardsChanged(ids: ReadonlySet<string>): void {
    for (const id of ids) {
      this.#items.delete(id);
      if (this.#cards === null) continue;
      const card = readCard(this.#doc, id, this.types);
      if (card === null) this.#cards.delete(id);
      else this.#cards.set(id, card);
    }
  }
}

const boardIn = (element: Element | null): Shape | null =>
  element?.type === 'shape' && element.shape === 'plan-board' ? element : null;
