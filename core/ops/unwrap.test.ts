import { describe, expect, test } from 'vitest';

import type { Box } from '#schema/element.ts';

import { parseOperations } from '../changeset/parse.ts';
import { answered, drawn, named, planned, refusal } from './drawn.test-support.ts';

const container = (type: string, id: string, x: number, y: number, width: number, height: number, more: object = {}) => [
  { op: 'add', element: { type, id, x, y, width, height, ...more } },
];
const tab = () =>
  drawn(
    'add square id=a at:20,40\nadd square id=b at:900,0\nconnect a -> b id=ab',
    container('frame', 'f', 0, 0, 300, 200),
    container('lane', 'outer', -50, -50, 600, 400),
    'connect f -> b id=fb\nconnect b -> f id=bf',
  );

describe('unwrap', () => {
  test('[OPR34] [OPR35] the members stay, and the arrows of the frame are removed with the reason', () => {
    expect(answered(tab(), 'unwrap f')).toEqual([
      '- f frame',
      '- bf arrow b -> f (pinned to f)',
      '- fb arrow f -> b (pinned to f)',
      'outer +a',
    ]);
    const after = planned(tab(), 'unwrap f');
    expect(named<Box>(tab(), 'a')).toEqual(after.tab.get(named(tab(), 'a').id));
    expect(after.tab.get(named(tab(), 'ab').id)).toEqual(named(tab(), 'ab'));
    expect(after.targets).toEqual([named(tab(), 'f').id]);
  });

  test('[OPR34] a lane is unwrapped as well; its direct members then belong to no frame', () => {
    expect(answered(tab(), 'unwrap outer')).toEqual(['- outer lane', 'outer -f']);
    expect(answered(tab(), 'unwrap outer\nunwrap f')).toContain('f -a');
  });

  test('[OPR36] only frames and lanes are unwrapped', () => {
    expect(refusal(tab(), 'unwrap a')).toMatchObject({
      code: 'invalid_value',
      message: '"a" is not a frame or lane (square).',
    });
    expect(refusal(tab(), 'unwrap ab')).toMatchObject({ code: 'invalid_value' });
    expect(refusal(tab(), 'unwrap nothing')).toMatchObject({ code: 'target_not_found' });
    expect(refusal(drawn(container('frame', 'f', 0, 0, 9, 9), container('frame', 'g', 50, 0, 9, 9)), 'unwrap type:frame')).toMatchObject({ code: 'target_ambiguous' }); // prettier-ignore
  });

  test('[OPR37] a locked frame and a locked arrow at it are refused', () => {
    const locked = (more: object, line: string) => drawn('add square id=a at:20,40 locked=true\nadd square id=b at:900,0', container('frame', 'f', 0, 0, 300, 200, more), line); // prettier-ignore
    expect(refusal(locked({ locked: true }, 'connect f -> b'), 'unwrap f')).toMatchObject({
      code: 'element_locked',
      elements: ['f'],
    });
    expect(refusal(locked({}, 'connect f -> b id=fb locked=true'), 'unwrap f')).toMatchObject({
      code: 'element_locked',
      elements: ['fb'],
    });
    expect(planned(locked({}, 'connect f -> b'), 'unwrap f').counts).toEqual({ added: 0, changed: 0, removed: 2 });
  });

  test('[OPR2] the line form and the JSON form are equivalent', () => {
    const operations = (text: string) => {
      const parsed = parseOperations(text);
      return 'errors' in parsed ? parsed.errors : parsed.operations.map(({ operation }) => operation);
    };
    expect(operations('unwrap "My frame"')).toEqual([{ op: 'unwrap', target: '"My frame"' }]);
    for (const line of ['unwrap', 'unwrap a=b', 'unwrap f x=1', '{"op":"unwrap","target":"f","all":true}'])
      expect(operations(line)).toEqual([expect.objectContaining({ code: 'parse_error', line: 1 })]);
  });
});
