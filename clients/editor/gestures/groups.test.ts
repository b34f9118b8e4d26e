import { describe, expect, test } from 'vitest';

import type { TabState } from '#schema/tab.ts';

import { drawnTab } from '../changes/changes.test-support.ts';
import { groupElements, ungroupElements } from '../changes/group.ts';
import { unitsOf } from '../state/groups.ts';
import { Hand } from './hand.test-support.ts';

/** `a` and `b` are the icons, within the payments with `c`; `d` is in no group, and `e` alone in one. */
const lines =
  'add square id=a at:0,0 group=pay/icons\nadd square id=b at:200,0 group=pay/icons\nadd square id=c at:400,0 group=pay\nadd square id=d at:800,0\nadd square id=e at:1200,0 group=lone';

function handOn(more = '', settings: Partial<TabState> = {}): Hand {
  const tab = drawnTab(`${lines}${more}`, settings);
  return new Hand({ ...tab.settings, ...settings, elements: new Map([...tab.elements()].map((one) => [one.id, one])), skipped: [] }); // prettier-ignore
}

const selected = (hand: Hand): string => [...hand.selection.get()].map((id) => id.slice(0, id.indexOf('~'))).toSorted().join(' '); // prettier-ignore
const [a, b, c, d, e] = [[50, 20], [250, 20], [450, 20], [850, 20], [1250, 20]] as [number, number][]; // prettier-ignore
const nothing: [number, number] = [50, 900];

describe('a click', () => {
  test('selects the outermost group of an element, and one outside of it that alone', () => {
    const hand = handOn();
    hand.click(a!);
    expect(selected(hand)).toBe('a b c');
    hand.click(d!);
    expect(selected(hand)).toBe('d');
    hand.click(c!, { kind: 'touch' });
    expect(selected(hand)).toBe('a b c');
    hand.click(nothing);
    expect(selected(hand)).toBe('');
  });

  test('selects the only element that is left of a group like any other', () => {
    const hand = handOn();
    hand.click(e!);
    expect(selected(hand)).toBe('e');
  });

  test('with Shift adds and removes the whole group', () => {
    const hand = handOn();
    hand.click(d!);
    hand.click(b!, { shift: true });
    expect(selected(hand)).toBe('a b c d');
    hand.click(c!, { shift: true });
    expect(selected(hand)).toBe('d');
  });

  test('with Ctrl or Command selects one element of a group, and adds elements without a group', () => {
    const hand = handOn();
    hand.click(a!, { mod: true });
    expect([selected(hand), hand.entered.get()]).toEqual(['a', 'pay/icons']);
    hand.click(b!, { mod: true, shift: true });
    expect([selected(hand), hand.entered.get()]).toEqual(['a b', 'pay/icons']);
    hand.click(c!, { mod: true, shift: true });
    expect([selected(hand), hand.entered.get()]).toEqual(['a b c', 'pay']);
    hand.click(d!, { mod: true });
    expect([selected(hand), hand.entered.get()]).toEqual(['a b c d', null]);
  });

  test('in an entered group selects a group or an element in it, and outside of it leaves it', () => {
    const hand = handOn();
    hand.click(a!);
    hand.entered.set('pay');
    hand.click(a!);
    expect([selected(hand), hand.entered.get()]).toEqual(['a b', 'pay']);
    hand.click(c!);
    expect([selected(hand), hand.entered.get()]).toEqual(['c', 'pay']);
    hand.click(b!);
    hand.entered.set('pay/icons');
    hand.click(a!);
    expect([selected(hand), hand.entered.get()]).toEqual(['a', 'pay/icons']);
    hand.click(c!);
    expect([selected(hand), hand.entered.get()]).toEqual(['c', 'pay']);
    hand.click(d!);
    expect([selected(hand), hand.entered.get()]).toEqual(['d', null]);
  });

  test('on the empty canvas leaves the group', () => {
    const hand = handOn();
    hand.click(a!, { mod: true });
    hand.click(nothing);
    expect([selected(hand), hand.entered.get()]).toEqual(['', null]);
  });

  test('selects the group for people who may only view, too', () => {
    const hand = handOn();
    hand.writes = false;
    hand.click(b!);
    expect(selected(hand)).toBe('a b c');
    hand.click(b!, { mod: true });
    expect(selected(hand)).toBe('b');
  });

  test('selects what is locked in a group apart from the rest', () => {
    const hand = handOn('\nadd square id=f at:0,300 group=pay locked=true\nadd square id=g at:200,300 group=pay locked=true');
    hand.click(a!);
    expect(selected(hand)).toBe('a b c');
    hand.click([50, 320]);
    expect(selected(hand)).toBe('f g');
  });

  test('leaves out what is on a hidden layer', () => {
    const layers = (hidden: boolean) => [{ id: 'under', name: 'Under', locked: false, hidden }];
    const tab = drawnTab(`${lines}\nadd square id=f at:0,300 group=pay layer=under`, { layers: layers(false) });
    const hand = new Hand({ ...tab.settings, layers: layers(true), elements: new Map([...tab.elements()].map((one) => [one.id, one])), skipped: [] }); // prettier-ignore
    hand.click(a!);
    expect(selected(hand)).toBe('a b c');
  });
});

describe('a drag', () => {
  test('moves the whole group as one step', () => {
    const hand = handOn();
    hand.drag([a!, [a![0] + 100, a![1] + 300]], { mod: false, kind: 'touch' });
    expect([hand.at('a').y, hand.at('b').y, hand.at('c').y, hand.at('d').y]).toEqual([300, 300, 300, 0]);
    hand.steps.undo();
    expect([hand.at('a').y, hand.at('b').y, hand.at('c').y]).toEqual([0, 0, 0]);
  });

  test('with Alt makes a group of its own, and in an entered group more of that group', () => {
    const hand = handOn();
    hand.drag([a!, [a![0], a![1] + 300]], { alt: true });
    const copies = [...hand.selection.get()].map((id) => hand.tab.get(id)?.group ?? '');
    expect(copies).toHaveLength(3);
    expect(new Set(copies.map((path) => path.split('/')[0])).size).toBe(1);
    expect(copies[0]).toMatch(/^pay-[0-9a-z]{8}\/icons-[0-9a-z]{8}$/);
    hand.click(c!);
    hand.entered.set('pay');
    hand.click(c!);
    hand.drag([c!, [c![0], c![1] + 300]], { alt: true });
    expect([...hand.selection.get()].map((id) => hand.tab.get(id)?.group)).toEqual(['pay']);
  });
});

describe('a selection rectangle', () => {
  test('takes the whole group of what it takes', () => {
    const hand = handOn();
    hand.drag([[-50, -50], [180, 200]]); // prettier-ignore
    expect(selected(hand)).toBe('a b c');
    hand.drag([[1_400, -50], [780, 200]], { shift: true }); // prettier-ignore
    expect(selected(hand)).toBe('a b c d e');
  });

  test('in an entered group takes what is in it, unless it takes something else too', () => {
    const hand = handOn();
    hand.click(c!, { mod: true });
    hand.drag([[180, -50], [600, 200]]); // prettier-ignore
    expect([selected(hand), hand.entered.get()]).toEqual(['a b c', 'pay']);
    hand.drag([[380, -50], [600, 200]]); // prettier-ignore
    expect([selected(hand), hand.entered.get()]).toEqual(['c', 'pay']);
    hand.drag([[380, -50], [1_000, 200]]); // prettier-ignore
    expect([selected(hand), hand.entered.get()]).toEqual(['a b c d', null]);
  });
});

describe('grouping', () => {
  const groupsOf = (hand: Hand) => Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((slug) => [slug, hand.at(slug).group]));
  const ids = (hand: Hand, ...slugs: string[]) => slugs.map((slug) => hand.at(slug).id);

  test('puts groups into the new one, and is undone as one step', () => {
    const hand = handOn();
    hand.apply(groupElements(ids(hand, 'a', 'b', 'c', 'd', 'e'), null));
    const { a: first = '', d: name = '', e: last } = groupsOf(hand);
    expect(name).toMatch(/^group-[0-9a-z]{8}$/);
    expect([first, last]).toEqual([`${name}/pay/icons`, name]);
    hand.steps.undo();
    expect(groupsOf(hand)).toEqual({ a: 'pay/icons', b: 'pay/icons', c: 'pay', d: undefined, e: 'lone' });
  });

  test('in an entered group makes a group within it', () => {
    const hand = handOn('\nadd square id=f at:0,300 group=pay');
    hand.apply(groupElements(ids(hand, 'c', 'f'), 'pay'));
    expect(hand.at('c').group).toMatch(/^pay\/group-[0-9a-z]{8}$/);
    expect(hand.at('f').group).toBe(hand.at('c').group);
  });

  test('takes elements out of the groups that they leave others in', () => {
    const hand = handOn();
    hand.apply(groupElements(ids(hand, 'a', 'd'), null));
    expect(hand.at('a').group).toBe(hand.at('d').group);
    expect(hand.at('b').group).toBe('pay/icons');
  });

  test('deeper than four groups is refused, with a reason', () => {
    const hand = handOn('\nadd square id=f at:0,300 group=1/2/3/4\nadd square id=g at:200,300 group=1/2/3/4');
    hand.apply(groupElements(ids(hand, 'f', 'g', 'd'), null));
    expect(hand.refusals).toEqual(['invalid_value']);
    expect([hand.at('f').group, hand.at('d').group]).toEqual(['1/2/3/4', undefined]);
  });

  test('does not touch what is locked', () => {
    const hand = handOn('\nadd square id=f at:0,300 locked=true');
    hand.apply(groupElements(ids(hand, 'c', 'd', 'f'), null));
    expect(hand.at('f').group).toBeUndefined();
  });

  test('is undone level by level, within the entered group if there is one', () => {
    const hand = handOn();
    hand.apply(ungroupElements(unitsOf(ids(hand, 'a', 'b', 'c', 'd'), null, hand.tab)));
    expect(groupsOf(hand)).toMatchObject({ a: 'icons', b: 'icons', c: undefined, d: undefined });
    hand.apply(ungroupElements(unitsOf(ids(hand, 'a', 'b'), null, hand.tab)));
    expect(groupsOf(hand)).toMatchObject({ a: undefined, b: undefined });
    hand.steps.undo();
    hand.steps.undo();
    hand.apply(ungroupElements(unitsOf(ids(hand, 'a', 'b'), 'pay', hand.tab)));
    expect(groupsOf(hand)).toMatchObject({ a: 'pay', b: 'pay', c: 'pay' });
  });
});
