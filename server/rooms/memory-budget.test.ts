import * as Y from 'yjs';
import { describe, expect, test } from 'vitest';

import { DocumentSize } from './document-size.ts';
import { MemoryBudget, memoryForDocuments } from './memory-budget.ts';
import { Overloaded } from './overloaded.ts';
import { Room } from './room.ts';
import { Shadow } from './shadow.ts';

const mebibyte = 1024 * 1024;

/** As many structs as there are entries: none of them can be merged with its neighbour. */
function stateOf(entries: number): Uint8Array {
  const doc = new Y.Doc();
  for (let index = 0; index < entries; index += 1) doc.getMap('tabs').set(`k${index}`, index);
  return Y.encodeStateAsUpdate(doc);
}

function roomWith(id: string, entries: number, usedAt: number): Room {
  const quiet = { isEmpty: true, close: () => undefined };
  const room = new Room(id, 0, { tabs: quiet, cards: quiet, size: new DocumentSize(1e9) } as never);
  room.shadow = new Shadow({ update: stateOf(entries), seq: 1 }, 1);
  room.usedAt = usedAt;
  return room;
}

const budgetOf = (rooms: Room[], memoryBytes: number, now = () => 0): MemoryBudget =>
  new MemoryBudget({ rooms: () => rooms, now, memoryBytes });

describe('memory for documents', () => {
  test('[M2] shadows that nobody uses make room, the longest unused first, and no more of them than it takes', () => {
    const rooms = [roomWith('b', 1_000, 2), roomWith('a', 1_000, 1), roomWith('c', 1_000, 3)];
    const budget = budgetOf(rooms, 3_000_000);
    budget.admitShadow('d', 20_000);
    expect(rooms.map(({ id, shadow }) => [id, shadow === null])).toEqual([['b', false], ['a', true], ['c', false]]); // prettier-ignore
  });

  test('[M2] what does not fit in any case is refused, and takes nothing away from the others', async () => {
    const rooms = [roomWith('a', 1_000, 1), roomWith('b', 1_000, 2)];
    const budget = budgetOf(rooms, 2_000_000);
    expect(() => budget.admitShadow('c', 100_000)).toThrow(Overloaded);
    expect(rooms.every(({ shadow }) => shadow !== null)).toBe(true);
    // One that is at work stays: what is left is not enough.
    await rooms[0]!.turn(() => {
      expect(() => budget.admitShadow('c', 50_000)).toThrow(Overloaded);
      return Promise.resolve();
    });
    budget.admitShadow('c', 50_000);
  });

  test('[M1] [M3] documents on their way to editors count until they are there, or will never be', () => {
    let now = 0;
    const budget = budgetOf([], 1_000_000, () => now);
    budget.admitLive('a', 20_000);
    expect(() => budget.admitLive('b', 20_000)).toThrow(Overloaded);
    budget.admitShadow('b', 10_000);
    budget.arrived('a');
    budget.admitLive('b', 20_000);
    now = 31_000;
    budget.admitLive('c', 20_000);
    expect(budget.used).toBe(480_000);
  });

  test('a heap leaves to documents what the process does not need itself', () => {
    expect(memoryForDocuments(4288 * mebibyte) / mebibyte).toBeCloseTo(2419, 0);
    expect(memoryForDocuments(448 * mebibyte) / mebibyte).toBeCloseTo(115, 0);
    expect(memoryForDocuments(100 * mebibyte)).toBeGreaterThan(0);
  });
});
