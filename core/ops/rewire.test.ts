import { describe, expect, test } from 'vitest';

import type { Arrow, Element } from '#schema/element.ts';

import { parseOperations } from '../changeset/parse.ts';
import { answered, apply, drawn, named, planned, refusal, tabWith } from './drawn.test-support.ts';

const styled = {
  type: 'arrow', id: 'ab', label: 'sends', line: 'curved', stroke: 'red', heads: 'both', note: 'n', labelAt: 0.2, points: [[300, 5]],
  from: { element: 'a', side: 'top' }, to: { element: 'b', side: 'top' },
}; // prettier-ignore
const tab = () =>
  drawn('add square id=a at:0,0\nadd square id=b at:400,0\nadd square id=c label="Box C" at:800,0 locked=true', [
    { op: 'add', element: styled },
    { op: 'connect', from: 'b', to: 'c' },
  ]);

describe('rewire', () => {
  test('[OPR55] [OPR56] rewire moves the named end, keeps the arrow’s other fields, and routes it again', () => {
    const before = named<Arrow>(tab(), 'ab');
    const { edits } = planned(tab(), 'rewire ab to="box c"');
    const { points: _, ...kept } = before;
    expect(edits).toEqual([
      {
        id: before.id,
        before,
        after: { ...kept, from: { element: named(tab(), 'a').id }, to: { element: named(tab(), 'c').id } },
      },
    ]);
    expect(answered(tab(), 'rewire ab to=c')).toEqual(['~ ab from a→a to b→c points "[[300,5]]"→unset']);
    expect(answered(tab(), 'rewire arrow from=a')).toEqual(['~ arrow from b→a']);
    expect(planned(tab(), 'rewire b->c from=a').targets).toEqual([named(tab(), 'arrow').id]);
  });

  test('[OPR55] both ends at once reverse an arrow', () => {
    expect(answered(tab(), 'rewire arrow from=c to=b')).toEqual(['~ arrow from b→c to c→b']);
    expect(planned(tab(), 'rewire arrow from=b to=c').edits).toEqual([]);
  });

  test('[OPR55] free and dangling ends that are not named stay', () => {
    const arrow: Element = {
      id: 'x~00000000',
      type: 'arrow',
      z: 'a0',
      from: { element: 'gone~00000000', side: 'top' },
      to: { x: 0, y: 0 },
    };
    const box: Element = { id: 'a~00000000', type: 'text', z: 'a1', x: 0, y: 0, width: 20, height: 20 };
    const other = tabWith([arrow, box]);
    expect(planned(other, 'rewire x to=a').edits[0]?.after).toEqual({ ...arrow, to: { element: 'a~00000000' } });
    expect(planned(other, 'rewire x from=a').edits[0]?.after).toEqual({ ...arrow, from: { element: 'a~00000000' } });
  });

  test('[OPR57] only arrows are rewired, and only to boxes; to the same box and beside another arrow as well', () => {
    expect(refusal(tab(), 'rewire a to=b')).toMatchObject({
      code: 'invalid_value',
      message: expect.stringContaining('"a" is not an arrow (square)') as unknown,
    });
    expect(refusal(tab(), 'rewire ab to=arrow')).toMatchObject({ code: 'invalid_value' });
    expect(refusal(tab(), 'rewire ab to=nowhere')).toMatchObject({ code: 'target_not_found' });
    expect(refusal(tab(), 'rewire type:arrow to=c')).toMatchObject({ code: 'target_ambiguous' });
    expect(planned(tab(), 'rewire ab to=a\nrewire arrow from=a to=a').counts.changed).toBe(2);
    expect(planned(tab(), 'rewire ab from=b to=c').counts.changed).toBe(1);
  });

  test('[OPR58] a locked arrow is not rewired; an arrow may be rewired to a locked box', () => {
    const locked = tab();
    apply(locked, planned(locked, 'set ab locked=true').edits);
    expect(refusal(locked, 'rewire ab to=c')).toMatchObject({ code: 'element_locked', elements: ['ab'] });
    expect(planned(tab(), 'rewire ab to=c').counts.changed).toBe(1);
  });

  test('[OPR2] the line form and the JSON form are equivalent, and malformed operations are parse errors', () => {
    const operations = (text: string) => {
      const parsed = parseOperations(text);
      return 'errors' in parsed ? parsed.errors : parsed.operations.map(({ operation }) => operation);
    };
    expect(operations('rewire a -> b from="Box C" to=a')).toEqual([{ op: 'rewire', target: 'a -> b', from: '"Box C"', to: 'a' }]);
    for (const line of [
      'rewire a',
      'rewire a from=',
      'rewire a from=b from=c',
      'rewire a label=x',
      'rewire from=a',
      'rewire a from=[1]',
      'rewire a to=b all',
      '{"op":"rewire","target":"a","to":""}',
    ])
      // prettier-ignore
      expect(operations(line)).toEqual([expect.objectContaining({ code: 'parse_error', line: 1 })]);
  });
});
