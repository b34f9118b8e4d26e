import { describe, expect, test } from 'vitest';

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

  test('connected boxes are not targets', () => {
    expect(planned(ab(), 'connect a -> b').targets).toEqual([]);
  });
});
