/** The contract for the search index: what is written to it is found, in the documents that are named, and nothing else. */
import { describe, expect, test } from 'vitest';

import { documentsWith, findTexts } from '../search/find-texts.ts';
import { openSearch, type SearchStorage } from '../search/open-search.ts';
import { readableDocuments, revsOf } from '../search/readable-documents.ts';
import { searchTypes } from '#schema/search.ts';
import { cursorOf, cursorsBetween, readIndex, removeFromIndex, type SearchText, writeIndex } from '../search/write-index.ts';
import { putMember } from '../members.ts';
import { trashDocument } from '../documents.ts';
import { insertUser } from '../users.ts';
import { append, awkward, type ContractDatabase, person } from './contract-database.ts';

export function searchContract(database: ContractDatabase): void {
  let index: Promise<SearchStorage> | null = null;
  const open = (): Promise<SearchStorage> => (index ??= prepared());
  async function prepared(): Promise<SearchStorage> {
    const search = openSearch(database.storage, 'dataDir' in database.config ? database.config.dataDir : null);
    await search.prepare();
    return search;
  }

  const text = (key: string, body: string, more: Partial<SearchText> = {}): SearchText => ({
    key,
    type: 'element',
    tabId: 'tab_1',
    ref: key,
    target: `${key}~12345678`,
    body,
    folded: body.toLowerCase(),
    ...more,
  });
  const changeOf = (puts: readonly SearchText[], grams: Record<string, string | null> = {}) => ({
    puts,
    removed: [] as string[],
    grams: new Map(Object.entries(grams)),
  });
  const position = { at: 7, form: 1 };
  const write = async (documentId: string, seq: number, change: ReturnType<typeof changeOf>): Promise<string | null> => {
    const search = await open();
    return writeIndex(search, documentId, await cursorOf(search.db, documentId), { ...position, seq, change });
  };
  const find = async (ids: readonly string[], words: readonly string[], more = {}) => {
    const found = await findTexts(await open(), ids, { words, types: searchTypes, after: '', limit: 10, ...more });
    return found.map(({ documentId, key }) => `${documentId} ${key}`);
  };

  describe('the search index', () => {
    test('SX2 what is written is read, replaced and removed, with the position that it belongs to', async () => {
      const search = await open();
      const id = database.newId('doc');
      const stamp = await write(id, 3, changeOf([text('a', awkward), text('b', '物流')], { 物: '\n流', a: '\nb\ncd' }));
      expect(await cursorOf(search.db, id)).toEqual({ ...position, seq: 3, stamp });
      expect((await cursorsBetween(search.db, id.slice(0, -1), id)).get(id)).toEqual({ ...position, seq: 3 });
      const change = { puts: [text('b', 'two', { tabId: null, type: 'card' })], removed: ['a'], grams: new Map([['物', null]]) };
      expect(await writeIndex(search, id, await cursorOf(search.db, id), { ...position, seq: 4, change })).not.toBe(stamp);
      expect(await readIndex(search.db, id)).toEqual({
        texts: [text('b', 'two', { tabId: null, type: 'card' })],
        grams: new Map([['a', '\nb\ncd']]),
      });
      await removeFromIndex(search, id);
      expect(await readIndex(search.db, id)).toEqual({ texts: [], grams: new Map() });
      expect(await cursorOf(search.db, id)).toBeNull();
    });

    test('SX2 a change of many rows has no position until all of it is written', async () => {
      const search = await open();
      const id = database.newId('doc');
      const seen = new Set<number>();
      const watched: SearchStorage = {
        ...search,
        dialect: search.dialect,
        db: search.db,
        async transact(work) {
          const result = await search.transact(work);
          seen.add((await cursorOf(search.db, id))?.seq ?? 0);
          return result;
        },
      };
      const puts = Array.from({ length: 1_000 }, (_, n) => text(`t${n}`, `text ${n}`));
      await writeIndex(watched, id, null, { ...position, seq: 9, change: changeOf(puts) });
      expect([...seen]).toEqual([-1, 9]);
      expect((await readIndex(search.db, id)).texts).toHaveLength(1_000);
    });

    test('SX3 of two writes on the same state of the index one is made, and the other changes nothing', async () => {
      const search = await open();
      const id = database.newId('doc');
      const both = (before: Awaited<ReturnType<typeof cursorOf>>) =>
        Promise.all(
          ['x', 'y'].map((key) => writeIndex(search, id, before, { ...position, seq: 1, change: changeOf([text(key, key)]) })),
        );
      for (const expected of [1, 2]) {
        const stamps = await both(await cursorOf(search.db, id));
        expect(stamps.filter((stamp) => stamp === null)).toHaveLength(1);
        const { texts } = await readIndex(search.db, id);
        expect(texts.length).toBeLessThanOrEqual(expected);
      }
    });

    test('SX4 texts are found in the named documents alone, in their order, from a place on', async () => {
      const search = await open();
      const [a, b, c] = [database.newId('doc'), database.newId('doc'), database.newId('doc')];
      for (const id of [a, b, c])
        await write(
          id,
          1,
          changeOf([text('1', 'Red 100% box'), text('2', 'red 物流中心', { type: 'card' })], { r: '\ned', 物: '\n流中' }),
        );
      expect(await find([b, a], ['red'])).toEqual([`${b} 1`, `${b} 2`, `${a} 1`, `${a} 2`]);
      expect(await find([b, a], ['red'], { after: '1', limit: 1 })).toEqual([`${b} 2`]);
      expect(await find([a], ['0%', 'bo'])).toEqual([`${a} 1`]);
      expect(await find([a], ['物流', 'red'], { types: ['card', 'cell'] })).toEqual([`${a} 2`]);
      expect(await find([a], ['_'])).toEqual([]);
      expect(await find([], ['red'])).toEqual([]);
      expect(
        await documentsWith(
          search,
          [a, c],
          [
            { first: '物', rest: '流' },
            { first: 'r', rest: 'e' },
          ],
        ),
      ).toEqual(new Set([a, c]));
      expect(await documentsWith(search, [a, c], [{ first: '物', rest: '中' }])).toEqual(new Set());
      expect(await documentsWith(search, [a], [{ first: 'q', rest: '' }])).toEqual(new Set());
    });

    test('SX5 a person finds documents of which they are a member, outside the trash, the last changed first', async () => {
      const { storage } = database;
      const first = await database.newDocument('First', 5);
      const second = await database.newDocument('Second', 6);
      const other = await database.newDocument('Other', 7);
      const reader = database.newId('user');
      await storage.transact(async (tx) => {
        await insertUser(tx, person(reader));
        for (const { documentId } of [first, second])
          await putMember(tx, { documentId, userId: reader, level: 'viewer', tabs: null, at: 8 });
      });
      const ids = async (only: readonly string[] | null = null, after: { at: number; id: string } | null = null) =>
        (await readableDocuments(storage.db, { userId: reader, only }, after)).map(({ id }) => id);
      expect(await ids()).toEqual([second.documentId, first.documentId]);
      expect(await ids([first.documentId, other.documentId])).toEqual([first.documentId]);
      expect(await ids(null, { at: 6, id: second.documentId })).toEqual([first.documentId]);
      await append(storage, first.documentId, new Uint8Array([1]), { at: 9 });
      expect(await ids()).toEqual([first.documentId, second.documentId]);
      await storage.transact((tx) => trashDocument(tx, first.documentId, 10));
      expect(await ids()).toEqual([second.documentId]);
      expect(await revsOf(storage.db, [], [second.documentId])).toEqual(new Map([[second.documentId, 0]]));
    });

    test('SX1 a lost index is replaced by an empty one, and the database stays as it is', async () => {
      const search = await open();
      const id = database.newId('doc');
      await write(id, 1, changeOf([text('1', 'x')]));
      await search.reset();
      expect(await cursorOf(search.db, id)).toBeNull();
      await search.prepare();
      expect(await write(id, 1, changeOf([text('1', 'x')]))).not.toBeNull();
    });
  });
}
