import { describe, expect, test } from 'vitest';

import { drawn, named } from '#core/ops/drawn.test-support.ts';
import type { Actor } from '#server/access/actor.ts';

import { heldBy } from './held.ts';

const tab = drawn('add square id=a\nadd square id=b');
const a = named(tab, 'a');
const agent: Actor = {
  kind: 'agent',
  userId: 'user_1',
  name: 'Ada',
  color: '#112233',
  tokenId: 'tok_1',
  access: 'full',
  documents: null,
};
const person: Actor = { kind: 'person', userId: 'user_1', name: 'Ada', color: '#112233', sessionHash: '' };
const holder = (userId: string, name: string, elements: readonly string[]) => ({ userId, name, color: '#445566', elements });
const changed = [{ id: a.id, before: a }];

describe('elements that people have selected', () => {
  test("APP11 an agent's write that changes them is refused and names each holder once", () => {
    const holders = [holder('user_2', 'Grace', [a.id]), holder('user_2', 'Grace', [a.id]), holder('user_3', 'Alan', [a.id])];
    expect(heldBy(holders, agent, changed, tab)).toMatchObject({
      code: 'elements_held',
      message: 'Selected in an editor: a ("Grace", "Alan").',
      elements: [{ id: a.id, ref: 'a', by: 'Grace, Alan', holders: [{ name: 'Grace' }, { name: 'Alan' }] }],
    });
  });

  test('APP11 other elements, and new ones, can be changed', () => {
    const holders = [holder('user_2', 'Grace', [named(tab, 'b').id, 'new~00000000'])];
    expect(heldBy(holders, agent, [...changed, { id: 'new~00000000', before: null }], tab)).toBeNull();
  });

  test("APP12 the selection of the agent's owner does not count, and a person is never refused", () => {
    expect(heldBy([holder('user_1', 'Ada', [a.id])], agent, changed, tab)).toBeNull();
    expect(heldBy([holder('user_2', 'Grace', [a.id])], person, changed, tab)).toBeNull();
  });
});
