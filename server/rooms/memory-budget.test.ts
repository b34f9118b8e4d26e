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
    budget.arrived('a');
    budget.admitLive('b', 20_000);
    now = 31_000;
    budget.admitLive('c', 20_000);
    expect(budget.used).toBe(480_000);
  });

  test('RM29 documents may use the part of the heap that the process does not need', () => {
    expect(memoryForDocuments(4288 * mebibyte) / mebibyte).toBeCloseTo(2419, 0);
    expect(memoryForDocuments(448 * mebibyte) / mebibyte).toBeCloseTo(115, 0);
    expect(memoryForDocuments(100 * mebibyte)).toBeGreaterThan(0);
  });
});
