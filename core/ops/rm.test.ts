import { describe, expect, test } from 'vitest';

import type { Arrow } from '#schema/element.ts';

import { answered, apply, drawn, named, planned, refusal } from './drawn.test-support.ts';

const abc = () =>
  drawn(
    'add square id=a at:0,0\nadd square id=b at:400,0\nadd square id=c at:800,0\nconnect a -> b id=ab\nconnect b -> c id=bc\nconnect a -> c id=ac',
  );

describe('rm', () => {
  test('[OPR30] attached arrows are removed, and the answer says with which element', () => {
    expect(answered(abc(), 'rm b')).toEqual(['- b square', '- ab arrow a -> b (pinned to b)', '- bc arrow b -> c (pinned to b)']);
    expect(planned(abc(), 'rm b').targets).toEqual([named(abc(), 'b').id]);
    expect(answered(abc(), 'rm type:shape all')).toHaveLength(6);
    expect(answered(abc(), 'rm ab\nrm b')).toContain('- ab arrow a -> b');
  });

  test('[OPR31] with keep-arrows the ends become free where they are', () => {
    const tab = abc();
    const { edits, results } = planned(tab, 'rm b keep-arrows');
    apply(tab, edits);
    expect(named<Arrow>(tab, 'ab')).toMatchObject({ from: { element: named(tab, 'a').id }, to: { x: 400, y: 40 } });
    expect(named<Arrow>(tab, 'bc').from).toEqual({ x: 560, y: 40 });
    expect(results.filter(({ code }) => code === 'arrows_freed').map(({ ref }) => ref)).toEqual(['ab', 'bc']);
    expect(results.find(({ ref }) => ref === 'ab')?.line).toBe('~ ab to b→(400,40)');
    apply(tab, planned(tab, 'rm type:shape all keep-arrows').edits);
    expect(new Set(Array.from(tab.elements(), ({ id }) => id.split('~')[0]))).toEqual(new Set(['ab', 'ac', 'bc']));
  });

  test('[OPR32] members of a removed frame stay, and the answer says that they left it', () => {
    const tab = drawn(
      'add square id=a at:0,0',
      [{ op: 'add', element: { type: 'frame', id: 'f', x: -50, y: -50, width: 400, height: 300 } }],
      'add square id=b at:600,0\nconnect f -> b',
    );
    expect(answered(tab, 'rm f')).toEqual(['- f frame', '- arrow arrow f -> b (pinned to f)', 'f -a']);
  });

  test('[OPR33] locked elements and arrows are not removed', () => {
    const tab = abc();
    apply(tab, planned(tab, 'set ab locked=true').edits);
    for (const line of ['rm ab', 'rm a', 'rm a keep-arrows', 'rm type:shape all'])
      expect(refusal(tab, line)).toMatchObject({ code: 'element_locked' });
    expect(planned(tab, 'rm c').counts.removed).toBe(3);
  });

  test('[OPR31] a named arrow is removed even with keep-arrows', () => {
    const tab = drawn('add square id=a label=X\nadd square id=b\nconnect a -> b id=ab label=X\nconnect a -> b id=other again');
    const { edits } = planned(tab, 'rm "x" all keep-arrows');
    expect(edits.map(({ id, after }) => [id.split('~')[0], after === null])).toEqual([
      ['ab', true],
      ['a', true],
      ['other', false],
    ]);
  });

  test('a box and its arrow can be removed and drawn again in one changeset', () => {
    const tab = abc();
    const { counts } = planned(tab, 'rm b\nadd square id=b at:400,0\nconnect a -> b id=ab');
    expect(counts).toEqual({ added: 2, changed: 0, removed: 3 });
  });
});
