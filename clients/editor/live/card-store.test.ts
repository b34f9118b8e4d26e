import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import type { Card } from '#schema/board.ts';
import { setKeys, writeCards } from '#schema/ydoc/cards.ts';
import { addComment } from '#schema/ydoc/threads.ts';

import { CardStore } from './card-store.ts';

const idOf = (number: number): string => `item_${String(number).padStart(20, '0')}`;
const card = (number: number, more: Partial<Card> = {}): Card => ({ id: idOf(number), type: 'task', title: `Card ${number}`, rank: `a${number}`, status: 'todo~00000000', ...more }); // prettier-ignore
const put = (doc: Y.Doc, ...cards: readonly Card[]): void =>
  writeCards(doc, cards.map((after) => ({ id: after.id, before: null, after }))); // prettier-ignore

describe('the cards of a document', () => {
  test('what boards show follows cards, keys and comments, and notifies listeners', () => {
    const doc = new Y.Doc();
    put(doc, card(2), card(1));
    const store = new CardStore(doc);
    let told = 0;
    store.subscribe(() => (told += 1));
    const shown = (): unknown => store.faces.get('todo~00000000')?.map(({ title, key, comments }) => [title, key, comments]);
    expect(shown()).toEqual([['Card 1', 0, 0], ['Card 2', 0, 0]]); // prettier-ignore
    setKeys(doc, [idOf(1)], 7);
    addComment(doc, idOf(1), { id: 'cmt_00000000000000000000', text: 'Hm', createdAt: 1, authorId: 'user_00000000000000000000', authorName: 'Ada', authorColor: '#0f766e' }); // prettier-ignore
    writeCards(doc, [{ id: idOf(2), before: card(2), after: card(2, { title: 'Other', rank: 'a0' }) }]);
    put(doc, card(3));
    expect(shown()).toEqual([['Other', 0, 0], ['Card 1', 7, 1], ['Card 3', 0, 0]]); // prettier-ignore
    writeCards(doc, [{ id: idOf(1), before: card(1), after: null }]);
    expect([shown(), store.items.has(idOf(1))]).toEqual([[['Other', 0, 0], ['Card 3', 0, 0]], false]); // prettier-ignore
    expect(told).toBeGreaterThan(3);
  });

  test('a card that did not change stays the same object', () => {
    const doc = new Y.Doc();
    put(doc, card(1), card(2));
    const store = new CardStore(doc);
    const [items, faces] = [store.items, store.faces];
    expect([store.items === items, store.faces === faces]).toEqual([true, true]);
    put(doc, card(3));
    expect([store.items === items, store.items.get(idOf(1)) === items.get(idOf(1)), store.faces === faces]).toEqual([false, true, false]); // prettier-ignore
  });
});
