import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Element } from '#schema/element.ts';
import { slugOf } from '#schema/ids.ts';

import { parseOperations } from '../changeset/parse.ts';
import type { TabView } from '../tab/view.ts';
import { selectOperand } from '../selectors/select.ts';
import { Work } from '../planning/work.ts';
import { isProblem } from '#schema/problem.ts';
import { fuzz, scaled } from '#test/harness/fuzz.ts';
import { comesAfter } from './restack.ts';
import { TabIndex } from '../tab/tab-index.ts';
import { anyTab } from '../tab/arbitrary-tab.test-support.ts';
import { anyOperand, anyPosition } from './arbitrary-operation.test-support.ts';
import { answered, apply, drawn, named, plan, planned, refusal, tabWith } from './drawn.test-support.ts';

const box = (slug: string, z: string, x = 0, more: object = {}): Element =>
  ({ id: `${slug}~00000000`, type: 'shape', shape: 'square', z, x, y: 0, width: 100, height: 60, ...more }) as Element;
const frame = (slug: string, z: string, x: number, width: number, height = 200): Element =>
  ({ id: `${slug}~00000000`, type: 'frame', z, x, y: -50, width, height }) as Element;
const arrow = (slug: string, z: string, from: string, to: string): Element =>
  ({
    id: `${slug}~00000000`,
    type: 'arrow',
    z,
    from: { element: `${from}~00000000` },
    to: { element: `${to}~00000000` },
  }) as Element;

/** The slugs from the back of the stack to the front. */
const stack = (tab: Pick<TabView, 'elements'>): string =>
  [...tab.elements()]
    .toSorted((a, b) => (a.z === b.z ? (a.id < b.id ? -1 : 1) : a.z < b.z ? -1 : 1))
    .map(({ id }) => slugOf(id))
    .join(' ');
const stackAfter = (tab: ReturnType<typeof tabWith>, operations: string): string => stack(planned(tab, operations).tab);

const four = () => tabWith([box('a', 'a0'), box('b', 'a1', 200), box('c', 'a2', 400), box('d', 'a3', 600)]);

describe('order', () => {
  test('[OPR80] order moves to the front, to the back, and directly next to another element', () => {
    expect(stackAfter(four(), 'order a front')).toBe('b c d a');
    expect(stackAfter(four(), 'order d back')).toBe('d a b c');
    expect(stackAfter(four(), 'order a above=c')).toBe('b c a d');
    expect(stackAfter(four(), 'order d above=a')).toBe('a d b c');
    expect(stackAfter(four(), 'order a below=d')).toBe('b c a d');
    expect(stackAfter(four(), 'order d below=b')).toBe('a d b c');
    expect(stackAfter(four(), 'order d below=a')).toBe('d a b c');
    expect(stackAfter(four(), 'order a above=d\norder b front\norder c back')).toBe('c d a b');
    expect(planned(four(), 'order a front').counts).toEqual({ added: 0, changed: 1, removed: 0 });
  });

  test('[OPR80] an element that is already there is not changed', () => {
    for (const line of ['order d front', 'order a back', 'order b above=a', 'order b below=c'])
      expect(planned(four(), line).edits).toEqual([]);
  });

  test('[OPR80] the answer says where in the stack the element is now', () => {
    expect(answered(four(), 'order a front')).toEqual(['~ a z a0→a4 (at the front)']);
    expect(answered(four(), 'order d back')).toEqual(['~ d z a3→Zz (at the back)']);
    expect(planned(four(), 'order a above=c').results[0]).toMatchObject({
      fields: { z: ['a0', 'a2V'] },
      reason: 'in front of c',
    });
  });

  test('[OPR80] an arrow is ordered like a box, and the answer says where it was', () => {
    const tab = tabWith([box('a', 'a0'), box('b', 'a1', 400), arrow('e', 'a2', 'a', 'b')]);
    expect(stackAfter(tab, 'order a->b back')).toBe('e a b');
    expect(answered(tab, 'order e below=b')).toEqual(['~ e z a2→a0V (in front of a)']);
    expect(refusal(tab, 'order e below=e')).toMatchObject({ code: 'invalid_value' });
    expect(refusal(tab, 'order type:shape front')).toMatchObject({ code: 'target_ambiguous' });
    expect(refusal(tab, 'order e above=x')).toMatchObject({ code: 'target_not_found' });
  });

  test('[OPR81] a frame brings its contents to the front, in their order', () => {
    const tab = () =>
      tabWith([
        frame('f', 'a0', -50, 500), frame('g', 'a1', 150, 200, 150), box('m', 'a2'), box('n', 'a3', 200), arrow('e', 'a4', 'm', 'n'), box('x', 'a5', 900),
      ]); // prettier-ignore
    expect(stackAfter(tab(), 'order f front')).toBe('x f g m n e');
    expect(answered(tab(), 'order f above=x')).toEqual([
      '~ f z a0→a6 (in front of x)',
      '» g z a1→a7 (comes along with f)',
      '» m z a2→a8 (comes along with f)',
      '» n z a3→a9 (comes along with f)',
      '» e z a4→aA (comes along with f)',
    ]);
    expect(stackAfter(tab(), 'order g front')).toBe('f m x g n e');
    expect(stackAfter(tab(), 'order f below=x')).toBe('f g m n e x');
    expect(planned(tab(), 'order f below=x').edits).toEqual([]);
  });

  test('[OPR81] contents that are far enough in front stay', () => {
    const tab = tabWith([frame('f', 'a0', -50, 300), box('m', 'a1'), box('x', 'a2', 900), box('n', 'a3', 50)]);
    expect(stackAfter(tab, 'order f above=x')).toBe('x f m n');
    expect(planned(tab, 'order f above=x').counts.changed).toBe(2);
    expect(stackAfter(tab, 'order f front')).toBe('x f m n');
    expect(stackAfter(tab, 'order f below=n')).toBe('f m x n');
    expect(stackAfter(tab, 'order x back\norder f below=n')).toBe('x f m n');
  });

  test('[OPR82] [OPR83] no element goes behind the frames that contain it', () => {
    const tab = tabWith([box('w', 'Zz', 900), frame('f', 'a0', -50, 500), frame('g', 'a1', 150, 200, 150), box('m', 'a2'), box('n', 'a3', 200), box('x', 'a4', 900)]); // prettier-ignore
    expect(stackAfter(tab, 'order n back')).toBe('w f g n m x');
    expect(stackAfter(tab, 'order m back')).toBe('w f m g n x');
    expect(stackAfter(tab, 'order g back')).toBe('w f g m n x');
    expect(stackAfter(tab, 'order f back')).toBe('f w g m n x');
    expect(stackAfter(tab, 'order n above=w')).toBe('w f g n m x');
    for (const line of [
      'order n below=f',
      'order n below=g',
      'order m below=w',
      'order g below=f',
      'order f above=n',
      'order f above=g',
    ])
      expect(refusal(tab, line)).toMatchObject({ code: 'invalid_value' });
    expect(stackAfter(tab, 'order m below=g')).toBe('w f m g n x');
  });

  test('[OPR82] [OPR83] an arrow goes no further back than the frames around the boxes at its ends', () => {
    const tab = tabWith([box('w', 'a0', 900), frame('f', 'a1', -50, 500), frame('g', 'a2', 150, 200, 150), box('m', 'a3'), box('n', 'a4', 200), arrow('d', 'a5', 'w', 'm'), arrow('e', 'a6', 'w', 'n'), arrow('h', 'a7', 'w', 'f')]); // prettier-ignore
    expect(stackAfter(tab, 'order d back')).toBe('w f d g m n e h');
    expect(stackAfter(tab, 'order e back')).toBe('w f g e m n d h');
    expect(stackAfter(tab, 'order e above=w')).toBe('w f g e m n d h');
    expect(stackAfter(tab, 'order h back')).toBe('h w f g m n d e');
    for (const line of ['order e below=g', 'order d below=f'])
      expect(refusal(tab, line)).toMatchObject({ code: 'invalid_value' });
  });

  test('[OPR84] equal keys are made distinct, and only those in the way', () => {
    const same = () =>
      tabWith([box('a', 'a0'), box('b', 'a1', 200), box('c', 'a1', 400), box('d', 'a1', 600), box('e', 'a2', 800)]);
    expect(stackAfter(same(), 'order e above=b')).toBe('a b e c d');
    expect(answered(same(), 'order e above=b').map((line) => line.replace(/z .*? /, ''))).toEqual([
      '» c (makes room for e)',
      '» d (makes room for e)',
    ]);
    expect(stackAfter(same(), 'order d above=a')).toBe('a d b c e');
    expect(stackAfter(same(), 'order b above=d')).toBe('a c d b e');
    expect(stackAfter(same(), 'order e below=b')).toBe('a e b c d');
    expect(planned(same(), 'order e below=b').counts.changed).toBe(1);
    expect(planned(same(), 'order c above=b').edits).toEqual([]);
  });

  test('[OPR84] keys of any form make room', () => {
    const odd = () => tabWith([box('a', '0'), box('b', '00', 200), box('c', '000', 400), box('d', 'z'.repeat(256), 600)]);
    expect(stackAfter(odd(), 'order d back')).toBe('d a b c');
    expect(stackAfter(odd(), 'order c above=a')).toBe('a c b d');
    expect(stackAfter(odd(), 'order a front')).toBe('b c d a');
    expect(stackAfter(odd(), 'order a front\norder b front\norder d front\norder c front')).toBe('a b d c');
  });

  test('[OPR80] [OPR81] [OPR84] on any tab the element gets the requested position, and all others keep their order', () => {
    let ordered = 0;
    fc.assert(
      fc.property(anyTab(), anyOperand(), anyPosition, (state, target, position) => {
        const tab = TabIndex.of(state);
        const place = position(state);
        const done = plan(tab, [{ op: 'order', target: target(state), place }]);
        if ('errors' in done) return;
        ordered += 1;
        const element = done.tab.get(done.targets[0]!)!;
        const brought = done.results.filter(({ reason }) => reason?.startsWith('comes along') === true);
        const along = new Set([element.id, ...brought.map(({ id }) => id)]);
        const rest = (view: TabView): string[] =>
          [...view.elements()].filter(({ id }) => !along.has(id)).toSorted((a, b) => (comesAfter(a, b) ? 1 : -1)).map(({ id }) => id); // prettier-ignore
        expect(rest(done.tab)).toEqual(rest(tab));
        if ('ref' in place) {
          const reference = selectOperand(place.ref, { tab: done.tab, selected: null, work: new Work() });
          if (!isProblem(reference)) expect(comesAfter(element, reference)).toBe(place.rel === 'above');
        } else if (place.rel === 'front' && element.type !== 'frame' && element.type !== 'lane') {
          for (const other of done.tab.elements()) if (other.id !== element.id) expect(comesAfter(element, other)).toBe(true);
        }
      }),
      fuzz(1_000),
    );
    expect(ordered).toBeGreaterThan(scaled(200, 0));
  });

  test('[OPR85] a locked element keeps its place in the stack', () => {
    const locked = { locked: true };
    expect(refusal(tabWith([box('a', 'a0', 0, locked), box('b', 'a1')]), 'order a front')).toMatchObject({
      code: 'element_locked',
    });
    const inFrame = tabWith([frame('f', 'a0', -50, 300), box('m', 'a1', 0, locked), box('x', 'a2', 900)]);
    expect(refusal(inFrame, 'order f front')).toMatchObject({ code: 'element_locked', elements: ['m'] });
    const tied = tabWith([box('a', 'a0'), box('b', 'a0', 200, locked), box('c', 'a1', 400)]);
    expect(refusal(tied, 'order c above=a')).toMatchObject({ code: 'element_locked', elements: ['b'] });
    expect(stackAfter(tied, 'order c above=b')).toBe('a b c');
  });

  test('[OPR2] the line form and the JSON form are equivalent, and malformed operations are parse errors', () => {
    const operations = (text: string) => {
      const parsed = parseOperations(text);
      return 'errors' in parsed ? parsed.errors : parsed.operations.map(({ operation }) => operation);
    };
    expect(operations('order a front')).toEqual([{ op: 'order', target: 'a', place: { rel: 'front' } }]);
    expect(operations('order a -> b above="B c"')).toEqual([
      { op: 'order', target: 'a -> b', place: { rel: 'above', ref: '"B c"' } },
    ]);
    for (const line of [
      'order a',
      'order front',
      'order a front back',
      'order a above=b below=c',
      'order a above=',
      'order a above="b" c',
      'order a front all',
      'order a z=5',
      '{"op":"order","target":"a","place":{"rel":"front","ref":"b"}}',
      '{"op":"order","target":"a","place":{"rel":"above"}}',
      '{"op":"order","target":"a"}',
    ])
      // prettier-ignore
      expect(operations(line)).toEqual([expect.objectContaining({ code: 'parse_error', line: 1 })]);
  });

  test('elements that add created are ordered by the same keys', () => {
    const tab = drawn('add square id=a\nadd square id=b\nconnect a -> b id=e');
    expect(stackAfter(tab, 'order b back\nadd square id=c\norder e above=b')).toBe('b e a c');
    apply(tab, planned(tab, 'order b back').edits);
    expect(named(tab, 'b').z < named(tab, 'a').z).toBe(true);
  });
});
