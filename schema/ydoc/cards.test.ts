import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import { fuzz } from '#test/harness/fuzz.ts';

import { defaultCatalogue } from '../default-catalogue.ts';
import { newId } from '../ids.ts';
import { type Card, Catalogue, type CustomField, Item, type ItemType } from '../board.ts';
import { validationErrors } from '../validate.ts';
import { cardsWithoutKey, highestKey, keyOf, readCard, readCards, setKeys, writeCards } from './cards.ts';
import { readCatalogue, setCatalogue } from './item-types.ts';
import { type Junk, junk, junkPlain, plant } from './junk.test-support.ts';
import { readVotes, setVotes } from './votes.ts';

const kinds = ['text', 'longtext', 'number', 'date', 'checkbox', 'link', 'choice', 'card'] as const;
const custom = kinds.map((kind): CustomField => ({
  id: `f-${kind}`,
  label: kind,
  kind,
  ...(kind === 'choice' && { options: ['a'] }),
}));
const task: ItemType = { ...defaultCatalogue.types[1]!, custom };
const types = new Map([[task.id, task]]);
const shown = (card: Card): unknown => ({ ...card, key: 1, votes: {}, comments: [], commentsResolved: false });

describe('reading', () => {
  test('YD1 YD17 cards, votes and the catalogue satisfy their schemas, whatever the roots contain', () => {
    const names = ['type', 'title', 'description', 'status', 'assignee', 'priority', 'color', 'labels', 'estimate', 'start', 'due', 'checklist', 'archived', 'flagged', 'rank', 'key', 'f-none', ...custom.map(({ id }) => id)]; // prettier-ignore
    const almost = fc.constantFrom<unknown>('task', 'gone', '2024-02-30', '2024-02-29', 'to-do~00000001', { id: 'u', name: 'x', color: 'red' }, { id: 'u', name: 'x', color: '#ff0000' }, [{ id: 'a', text: 'b', done: 1 }], ['x', '', 'y'.repeat(500)], 1e9, 'https://example.org', 'a'); // prettier-ignore
    const value = fc.oneof(junkPlain, almost);
    fc.assert(
      fc.property(junk, fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 20 }), junk, (loose, fields, votes) => {
        const doc = new Y.Doc();
        for (const root of ['items', 'cards', 'types'] as const) plant(doc.getMap(root), loose as Junk);
        const id = newId('item');
        doc.getMap('items').set(id, new Y.Map<unknown>(fields));
        plant(doc.getMap('votes').set(id, new Y.Map<unknown>()), votes as Junk);
        doc.getMap('types').set('catalogue', Object.fromEntries(fields));
        for (const itemTypes of [types, new Map<string, ItemType>()]) {
          const cards = readCards(doc, itemTypes);
          expect(cards.has(id)).toBe(true);
          for (const card of cards.values()) expect(validationErrors(Item, shown(card)), JSON.stringify(card)).toEqual([]);
          expect(readCard(doc, id, itemTypes)).toEqual(cards.get(id));
        }
        expect(validationErrors(Catalogue, readCatalogue(doc))).toEqual([]);
        for (const dots of readVotes(doc, id).values()) expect(Number.isInteger(dots) && dots > 0).toBe(true);
        expect(keyOf(doc, id)).toBeGreaterThanOrEqual(0);
      }),
      fuzz(200),
    );
  });

  test('YD18 a card of a deleted type keeps its custom fields; a card of an existing type has only the fields that the type defines', () => {
    const doc = new Y.Doc();
    const id = newId('item');
    doc.getMap('items').set(id, new Y.Map<unknown>([['type', 'task'], ['title', 'x'], ['f-old', 'kept'], ['f-choice', 'z'], ['f-number', 5]])); // prettier-ignore
    expect(readCard(doc, id, types)).toMatchObject({ 'f-number': 5 });
    expect(readCard(doc, id, types)).not.toHaveProperty('f-old');
    expect(readCard(doc, id, types)).not.toHaveProperty('f-choice');
    expect(readCard(doc, id, new Map())).toMatchObject({ 'f-old': 'kept', 'f-choice': 'z' });
  });
});

describe('writing', () => {
  test('YD11 a write to a card keeps what others write to its other fields at the same time', () => {
    const [here, there] = [new Y.Doc(), new Y.Doc()];
    const before: Card = { id: newId('item'), type: 'task', title: 'a', rank: 'a0', priority: 'low' };
    writeCards(here, [{ id: before.id, before: null, after: before }]);
    Y.applyUpdate(there, Y.encodeStateAsUpdate(here));
    writeCards(here, [{ id: before.id, before, after: { ...before, title: 'b' } }]);
    const { priority: _priority, ...without } = before;
    writeCards(there, [{ id: before.id, before, after: { ...without, rank: 'a5' } }]);
    Y.applyUpdate(here, Y.encodeStateAsUpdate(there));
    expect(readCard(here, before.id, types)).toEqual({ id: before.id, type: 'task', title: 'b', rank: 'a5' });
  });

  test('YD19 a card keeps its number when an editor removes it, and loses the number when the server deletes it', () => {
    const doc = new Y.Doc();
    const card: Card = { id: newId('item'), type: 'task', title: 'a', rank: 'a0' };
    writeCards(doc, [{ id: card.id, before: null, after: card }]);
    expect(cardsWithoutKey(doc, [card.id, 'item_none'])).toEqual([card.id]);
    setKeys(doc, [card.id], 7);
    setVotes(doc, card.id, new Map([['ann', 2]]));
    doc.getMap('items').delete(card.id);
    expect([keyOf(doc, card.id), highestKey(doc), cardsWithoutKey(doc, [card.id])]).toEqual([7, 7, []]);
    writeCards(doc, [{ id: card.id, before: null, after: card }, { id: card.id, before: card, after: null }]); // prettier-ignore
    expect([keyOf(doc, card.id), readVotes(doc, card.id).size]).toEqual([0, 0]);
    setCatalogue(doc, { version: 1, types: [task] });
    expect(readCatalogue(doc).types).toEqual([task]);
    setCatalogue(doc, null);
    expect(readCatalogue(doc)).toEqual(defaultCatalogue);
  });
});
