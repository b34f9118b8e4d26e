import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Card } from '#schema/board.ts';
import { fuzz } from '#test/harness/fuzz.ts';

import { byRank, Columns } from './columns.ts';

const card = (id: string, rank: string): Card => ({ id, rank, type: 'task', title: id, status: 's~1' });

describe('a column', () => {
  test('a card goes exactly where it is put, whatever the ranks are, and the others keep their order', () => {
    const rank = fc.constantFrom('a0', 'a0', 'a1', 'Zz', 'a0V', 'zzzzzzzzzzzzzzzzzzzzzzzzzzz', `a0${'z'.repeat(70)}`);
    fc.assert(
      fc.property(fc.array(rank, { maxLength: 8 }), fc.nat(8), fc.boolean(), (ranks, position, isAfter) => {
        const cards = ranks.map((each, index) => card(`c${index}`, each));
        const ordered = cards.toSorted(byRank);
        const beside = ordered[position];
        const place = beside === undefined ? null : isAfter ? { after: beside.id } : { before: beside.id };
        const written = new Columns(cards).insert('new', 's~1', place);
        const after = [...cards.map((each) => ({ id: each.id, rank: written.get(each.id) ?? each.rank })), { id: 'new', rank: written.get('new')! }]; // prettier-ignore
        const expected = ordered.map(({ id }) => id);
        expected.splice(beside === undefined ? expected.length : position + (isAfter ? 1 : 0), 0, 'new');
        expect(after.toSorted(byRank).map(({ id }) => id)).toEqual(expected);
      }),
      fuzz(500),
    );
  });

  test('ranks stay short however often a card is put into the same gap', () => {
    const columns = new Columns([card('a', 'a0'), card('b', 'a1')]);
    for (let n = 0; n < 1_000; n += 1)
      for (const rank of columns.insert(`n${n}`, 's~1', { after: 'a' }).values()) expect(rank.length).toBeLessThanOrEqual(64);
  });
});
