import * as Y from 'yjs';
import { describe, expect, test } from 'vitest';

import { DocumentSize } from './document-size.ts';
import { MemoryBudget, memoryForDocuments } from './memory-budget.ts';
import { Overloaded } from './overloaded.ts';
import { Room } from './room.ts';
import { Shadow } from './shadow.ts';

const mebibyte = 1024 * 1024;

/** As many structs as entries: none of them can be merged with its neighbor. */
function stateOf(entries: number): Uint8Array {
  const doc = new Y.Doc();
  for (let index = 0; index < entries; index += 1) doc.getMap('tabs').set(`k${index}`, index);
  return Y.encodeStateAsUpdate(doc);
}

async function roomWith(id: string, entries: number, usedAt: number): Promise<Room> {
  const quiet = { isEmpty: true, close: () => undefined };
  const room = new Room(id, 0, { tabs: quiet, cards: quiet, size: new DocumentSize(1e9) } as never);
  room.shadow = await Shadow.of({ updates: [stateOf(entries)], seq: 1 }, 1);
  room.usedAt = usedAt;
  return room;
}

const budgetOf = (rooms: Room[], memoryBytes: number, now = () => 0): MemoryBudget =>
  new MemoryBudget({ rooms: () => rooms, now, memoryBytes });

describe('memory for documents', () => {
  test('RM26 unused shadows are dropped, the longest unused first, and no more than necessary', async () => {
    const rooms = [await roomWith('b', 1_000, 2), await roomWith('a', 1_000, 1), await roomWith('c', 1_000, 3)];
    const budget = budgetOf(rooms, 3_000_000);
    budget.admitShadow('d', 20_000);
    expect(rooms.map(({ id, shadow }) => [id, shadow === null])).toEqual([['b', false], ['a', true], ['c', false]]); // prettier-ignore
  });

  test('RM27 a document that does not fit is refused, and nothing is dropped for it', async () => {
    const rooms = [await roomWith('a', 1_000, 1), await roomWith('b', 1_000, 2)];
    const budget = budgetOf(rooms, 2_000_000);
    expect(() => budget.admitShadow('c', 100_000)).toThrow(Overloaded);
    expect(rooms.every(({ shadow }) => shadow !== null)).toBe(true);
    // The shadow of a room with a turn under way stays, and the other is not enough.
    await rooms[0]!.turn(() => {
      expect(() => budget.admitShadow('c', 50_000)).toThrow(Overloaded);
      return Promise.resolve();
    });
    budget.admitShadow('c', 50_000);
  });

  test('RM28 documents that are being loaded count until they are loaded or have failed', () => {
    let now = 0;
    const budget = budgetOf([], 1_000_000, () => now);
    budget.admitLive('a', 20_000);
    expect(() => budget.admitLive('b', 20_000)).toThrow(Overloaded);
    const built = budget.admitShadow('b', 10_000);
    expect(budget.used).toBe(840_000);
    built();
    budget.arrived('a', new Y.Doc());
    budget.admitLive('b', 20_000);
    now = 31_000;
    budget.admitLive('c', 20_000);
    expect(budget.used).toBe(480_000);
  });

  test('RM36 a document that grows counts with its new size, and is refused at the limit, while others may still be edited', async () => {
    let now = 0;
    const [growing, quiet] = [await roomWith('a', 1_000, 1), await roomWith('b', 1_000, 2)];
    const budget = budgetOf([growing, quiet], 4_000_000, () => (now += 1_000));
    for (const room of [growing, quiet]) budget.loadedShadow(room.shadow!.doc);
    const small = new Uint8Array(20);
    let entries = 0;
    const grow = (): void => {
      for (; budget.allowsGrowth(growing, 30) && entries < 100_000; entries += 1)
        growing.shadow!.doc.getMap('tabs').set(`new${entries}`, entries);
    };
    // Shadows that are in use stay.
    await growing.turn(() => quiet.turn(async () => grow()));
    // 4,000,000 bytes and the reserve are at most 5,750 structs, of which 2,000 were there.
    expect(entries).toBeGreaterThan(2_500);
    expect(entries).toBeLessThan(3_800);
    expect(budget.allowsGrowth(quiet, small.length)).toBe(true);
    // When the document is closed, its memory is free.
    growing.dropShadow();
    expect(budget.allowsGrowth(quiet, 10_000)).toBe(true);
  });

  test('RM36 long texts count by their bytes', async () => {
    const room = await roomWith('a', 10, 1);
    const budget = budgetOf([room], 4_000_000, () => 0);
    const before = budget.used;
    room.size.grew(3_000_000);
    expect(budget.used - before).toBeGreaterThan(2_900_000);
  });

  test('RM29 documents may use the part of the heap that the process does not need', () => {
    expect(memoryForDocuments(4288 * mebibyte) / mebibyte).toBeCloseTo(2419, 0);
    expect(memoryForDocuments(448 * mebibyte) / mebibyte).toBeCloseTo(115, 0);
    expect(memoryForDocuments(100 * mebibyte)).toBeGreaterThan(0);
  });
});
