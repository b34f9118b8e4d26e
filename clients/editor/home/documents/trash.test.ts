import { describe, expect, test } from 'vitest';

import { Trash } from './trash.ts';

const id = (digit: number): string => `doc_${String(digit).repeat(20)}`;
const day = 24 * 60 * 60 * 1_000;

function storage(first?: string) {
  const values = new Map<string, string>(first === undefined ? [] : [['atelier.trash.user_1', first]]);
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

describe('the trash', () => {
  test('lists the newest first, each document once, for 30 days', () => {
    const trash = new Trash(storage(), 'user_1');
    trash.add({ id: id(1), name: 'One', at: 1 });
    trash.add({ id: id(2), name: 'Two', at: 2 * day });
    trash.add({ id: id(1), name: 'One again', at: 3 * day });
    expect(trash.list(4 * day).map(({ name }) => name)).toEqual(['One again', 'Two']);
    expect(trash.list(32 * day).map(({ name }) => name)).toEqual(['One again']);
    trash.remove(id(1));
    expect(trash.list(4 * day).map(({ name }) => name)).toEqual(['Two']);
  });

  test('reads the valid entries of any stored value', () => {
    for (const junk of ['', '{', 'null', '7', '{"id":1}', '[null,1,{"id":"x"}]', `[{"id":"${id(1)}","name":"n"}]`]) {
      expect(new Trash(storage(junk), 'user_1').list(0)).toEqual([]);
    }
    const refuses = {
      getItem: () => {
        throw new Error('denied');
      },
      setItem: () => {
        throw new Error('full');
      },
    };
    const trash = new Trash(refuses, 'user_1');
    trash.add({ id: id(1), name: 'One', at: 1 });
    expect(trash.list(2)).toEqual([]);
  });
});
