/**
 * card-store: the cards of the open document as plain values, and the parts of them that boards show.
 *
 * Nothing is read before it is needed; afterwards a change costs the cards that it touches. The values are those that the readers
 * of schema/ydoc return.
 */
import type * as Y from 'yjs';

import { type CardFaces, facesOf } from '#core/board/card-face.ts';
import { shownComment } from '#schema/comment.ts';
import type { Item, ItemType } from '#schema/board.ts';
import { keyOf, readCard, readCards } from '#schema/ydoc/cards.ts';
import { readCatalogue } from '#schema/ydoc/item-types.ts';
import { readThread } from '#schema/ydoc/threads.ts';
import { readVotes } from '#schema/ydoc/votes.ts';
import { watchRoot } from '#schema/ydoc/watch-root.ts';

import { Emitter } from '../state/emitter.ts';

export class CardStore {
  readonly #doc: Y.Doc;
  readonly #listeners = new Emitter<[]>();
  #types: ReadonlyMap<string, ItemType> | null = null;
  #items: ReadonlyMap<string, Item> | null = null;
  /** Ids of cards whose entries in `items` are out of date. */
  #stale = new Set<string>();
  #faces: CardFaces | null = null;

  constructor(doc: Y.Doc) {
    this.#doc = doc;
    for (const name of ['items', 'cards', 'votes', 'threads'] as const) watchRoot(doc, name, (ids) => this.#forget(ids));
    watchRoot(doc, 'types', () => {
      this.#types = null;
      this.#forget(this.#items?.keys() ?? []);
    });
  }

  /** Called when any card, its votes or comments, or the types changed. */
  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** The card types by their id. */
  get types(): ReadonlyMap<string, ItemType> {
    this.#types ??= new Map(readCatalogue(this.#doc).types.map((type) => [type.id, type]));
    return this.#types;
  }

  /** Every card by its id; the same map until something changes. */
  get items(): ReadonlyMap<string, Item> {
    if (this.#items === null) {
      this.#items = new Map();
      this.#stale = new Set(readCards(this.#doc, this.types).keys());
    }
    if (this.#stale.size === 0) return this.#items;
    const items = new Map(this.#items);
    for (const id of this.#stale) {
      const item = this.#read(id);
      if (item === null) items.delete(id);
      else items.set(id, item);
    }
    this.#stale = new Set();
    this.#items = items;
    return items;
  }

  /** The cards as they were last read; null before that. */
  get known(): ReadonlyMap<string, Item> | null {
    return this.#items;
  }

  /** What boards show, by status; the same until something changes. */
  get faces(): CardFaces {
    this.#faces ??= facesOf([...this.items.values()], this.types);
    return this.#faces;
  }

  #forget(ids: Iterable<string>): void {
    if (this.#items !== null) for (const id of ids) this.#stale.add(id);
    this.#faces = null;
    this.#listeners.emit();
  }

  #read(id: string): Item | null {
    const card = readCard(this.#doc, id, this.types);
    if (card === null) return null;
    const thread = readThread(this.#doc, id);
    return {
      ...card,
      key: keyOf(this.#doc, id),
      votes: Object.fromEntries(readVotes(this.#doc, id)),
      comments: thread?.comments.map(shownComment) ?? [],
      commentsResolved: thread?.resolved ?? false,
    };
  }
}
