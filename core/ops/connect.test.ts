import { describe, expect, test } from 'vitest';

import type { Arrow } from '#schema/element.ts';

import { apply, answered, drawn, named, planned, refusal } from './drawn.test-support.ts';

const ab = () => drawn('add square id=a label="Box A"\nadd square id=b label="Box B" locked=true');

describe('connect', () => {
  test('[OPR50] [OPR52] [OPR53] connect draws an arrow attached at both ends, to a locked box as well', () => {
    const tab = ab();
    const { edits } = planned(tab, 'connect a -> "box b" label="sends to" line=curved heads=both');
    expect(edits).toHaveLength(1);
    expect(edits[0]?.after).toMatchObject({
      type: 'arrow', label: 'sends to', line: 'curved', heads: 'both', from: { element: named(tab, 'a').id }, to: { element: named(tab, 'b').id },
    }); // prettier-ignore
    expect(answered(tab, 'connect a -> b label="sends to"')).toEqual(['+ sends-to arrow a -> b "sends to"']);
    expect(answered(tab, 'connect a -> b\nconnect b -> a').map((line) => line.split(' ')[1])).toEqual(['arrow', 'arrow-2']);
  });

  test('[OPR96] one quoted text after the ends is the label', () => {
    const label = (line: string): unknown => planned(ab(), line).edits[0]?.after?.label;
    for (const line of [
      'connect a -> b "pays for"',
      'connect "Box A"->"Box B" "pays for"',
      'connect a-> b line=curved "pays for"',
    ])
      expect(label(line), line).toBe('pays for');
    expect(refusal(ab(), 'connect a -> b "pays" label=for')).toMatchObject({ code: 'parse_error' });
  });

  test('[OPR51] a second arrow needs `again`; the other direction is another arrow', () => {
    const tab = ab();
    apply(tab, planned(tab, 'connect a -> b').edits);
    expect(refusal(tab, 'connect a -> b')).toMatchObject({ code: 'arrow_exists', elements: ['arrow'] });
    expect(planned(tab, 'connect a -> b again\nconnect b -> a').counts.added).toBe(2);
    expect(refusal(ab(), 'connect a -> b\nconnect a -> b')).toMatchObject({ code: 'arrow_exists', operation: 1 });
  });

  test('[OPR53] connect takes only fields of an arrow', () => {
    expect(refusal(ab(), 'connect a -> b width=5')).toMatchObject({ code: 'unknown_field' });
    expect(refusal(ab(), 'connect a -> b line=wavy')).toMatchObject({
      code: 'invalid_value',
      allowed: ['straight', 'angled', 'curved'],
    });
    expect(refusal(ab(), 'connect a -> b from=c')).toMatchObject({ code: 'parse_error' });
    expect(refusal(ab(), 'connect a b')).toMatchObject({ code: 'parse_error' });
  });

  test('[OPR54] only boxes are connected, also to themselves', () => {
    const tab = ab();
    apply(tab, planned(tab, 'connect a -> b\nconnect a -> a').edits);
    expect(refusal(tab, 'connect arrow -> a')).toMatchObject({ code: 'invalid_value' });
    expect(refusal(tab, 'connect a -> nowhere')).toMatchObject({ code: 'target_not_found' });
    expect(refusal(tab, 'connect a -> c->d')).toMatchObject({ code: 'target_not_found' });
  });

  describe('[OPR59] an end may name its place', () => {
    const shop = () =>
      drawn(
        'add square id=a at:0,0',
        'add square id=b at:400,0',
        'add table id=orders at:0,300 columns=["orders"] rows=[["id"],["customer id"]]',
        'connect a -> b id=ab',
      );
    const ends = (line: string, id = 'e') => {
      const tab = shop();
      apply(tab, planned(tab, line).edits);
      const { from, to } = named<Arrow>(tab, id);
      return [from, to].map((end) => ({ ...end, ...('element' in end && { element: end.element.slice(0, -9) }) }));
    };

    test('as text', () => {
      expect(ends('connect a.bottom -> b.top@0.25 id=e again')).toEqual([
        { element: 'a', side: 'bottom' },
        { element: 'b', side: 'top', offset: 0.25 },
      ]);
      expect(ends('connect orders.row:"Customer ID" -> b id=e')).toEqual([
        { element: 'orders', row: 'Customer ID' },
        { element: 'b' },
      ]);
      expect(ends('rewire ab to=b.bottom@1', 'ab')).toEqual([{ element: 'a' }, { element: 'b', side: 'bottom', offset: 1 }]);
      expect(ends('insert circle id=c between a.top b.bottom', 'ab')).toEqual([{ element: 'a', side: 'top' }, { element: 'c' }]);
    });

    test('as JSON', () => {
      expect(
        ends('{"op":"connect","from":{"element":"a","side":"left","offset":0},"to":{"element":"orders","row":"id"},"id":"e"}'),
      ).toEqual([
        { element: 'a', side: 'left', offset: 0 },
        { element: 'orders', row: 'id' },
      ]);
    });

    test.each([
      ['connect a.middle -> b again', { code: 'parse_error', column: 11 }],
      ['connect a.right@1.5 -> b again', { code: 'parse_error' }],
      ['{"op":"connect","from":{"element":"a","offset":0.5},"to":"b","again":true}', { code: 'parse_error' }],
      ['{"op":"connect","from":{"element":"orders","row":"id","side":"left"},"to":"b"}', { code: 'parse_error' }],
      ['connect a.row:id -> b again', { code: 'invalid_value' }],
      ['connect orders.row:total -> b', { code: 'invalid_value', allowed: ['id', 'customer id'] }],
      ['connect missing.right -> b', { code: 'target_not_found' }],
    ])('%s is refused', (line, refused) => expect(refusal(shop(), line)).toMatchObject(refused));
  });

  test('connected boxes are not targets', () => {
    expect(planned(ab(), 'connect a -> b').targets).toEqual([]);
  });
});
