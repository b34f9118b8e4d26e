import { describe, expect, test } from 'vitest';

import { drawn, named } from '../ops/drawn.test-support.ts';
import { GroupMembers } from './group-members.ts';
import { groupAround, groupsAround, groupsOfCopies, isInGroup, nameWithEnd } from './group-paths.ts';

const newEnds = () => {
  let count = 0;
  return () => `end0000${(count += 1)}`;
};
const copies = (paths: readonly (string | undefined)[], entered: string | null = null) =>
  Object.fromEntries(
    groupsOfCopies(
      paths.map((group) => (group === undefined ? {} : { group })),
      entered,
      newEnds(),
    ),
  );

describe('group-paths', () => {
  test('a path is in each group that it begins with, name by name', () => {
    expect(groupsAround('a/b/c')).toEqual(['a', 'a/b', 'a/b/c']);
    expect(groupsAround(undefined)).toEqual([]);
    expect(groupAround('a/b/c')).toBe('a/b');
    expect(groupAround('a')).toBeNull();
    expect([isInGroup({ group: 'a/b' }, 'a'), isInGroup({ group: 'a/b' }, 'a/b'), isInGroup({ group: 'ab' }, 'a'), isInGroup({}, 'a')]).toEqual([true, true, false, false]); // prettier-ignore
  });

  test('copies have groups of their own, nested as those of the originals', () => {
    expect(copies(['a', 'a/b', 'a/b', undefined])).toEqual({ a: 'a-end00001', 'a/b': 'a-end00001/b-end00002' });
  });

  test('a group of which one element is copied is left out', () => {
    expect(copies(['a', undefined])).toEqual({ a: null });
    expect(copies(['a/b', 'a/c'])).toEqual({ a: 'a-end00001', 'a/b': 'a-end00001', 'a/c': 'a-end00001' });
  });

  test('copies made in an entered group stay in it, if all originals are in it', () => {
    expect(copies(['a/b', 'a/b/c', 'a/b/c'], 'a/b')).toMatchObject({ 'a/b': 'a/b', 'a/b/c': 'a/b/c-end00001' });
    expect(copies(['a/b'], 'a')).toMatchObject({ a: 'a', 'a/b': 'a' });
    expect(copies(['a', 'a', 'x'], 'a')).toMatchObject({ a: 'a-end00001', x: null });
  });

  test('a copy of a copy has one random end, within the length of names', () => {
    expect(nameWithEnd('a-abc1def2', 'xyz00000')).toBe('a-xyz00000');
    expect(nameWithEnd('payment-services', 'xyz00000')).toBe('payment-services-xyz00000');
    expect(nameWithEnd('n'.repeat(64), 'xyz00000')).toBe(`${'n'.repeat(55)}-xyz00000`);
  });

  test('the members of groups follow the elements', () => {
    const tab = drawn('add square id=a group=g/h\nadd square id=b group=g\nadd square id=c');
    const members = (group: string) => [...tab.follow(GroupMembers).of(group)].map((id) => id.slice(0, 1)).toSorted();
    expect([members('g'), members('g/h'), members('h')]).toEqual([['a', 'b'], ['a'], []]);
    const [a, c] = [named(tab, 'a'), named(tab, 'c')];
    tab.update([
      { id: a.id, element: null },
      { id: c.id, element: { ...c, group: 'g' } },
    ]);
    expect([members('g'), members('g/h')]).toEqual([['b', 'c'], []]);
  });
});
