/** What the fields of style do in a picture. */
import { describe, expect, test } from 'vitest';

import { answered, drawn, named, refusal } from '../ops/drawn.test-support.ts';
import { renderSvg } from './render-svg.ts';

const pair = 'add square id=a "One" at:0,0\nadd square id=b "Two" at:400,0\nconnect a -> b id=e';

describe('the stroke width', () => {
  test('RD20 an outline and an arrow are as wide as they say, and otherwise as the theme has them', () => {
    const plain = renderSvg(drawn('', pair));
    const wide = renderSvg(drawn('', `${pair}\nset a stroke-width=6\nset e stroke-width=10`));
    const widths = (svg: string): Set<string> => new Set(svg.match(/(?<=stroke-width=")[\d.]+/g));
    expect(widths(plain)).not.toContain('6');
    expect([...widths(wide)]).toEqual(expect.arrayContaining(['6', '10']));
    expect(renderSvg(drawn('', `${pair}\nset a stroke-width=6\nset a stroke-width=`))).toBe(plain);
  });

  test('RD20 a picture has room for wide lines and their heads', () => {
    const sizeOf = (svg: string): number => Number(/viewBox="[-\d.]+ [-\d.]+ ([\d.]+)/.exec(svg)?.[1]);
    const narrow = sizeOf(renderSvg(drawn('', pair), { padding: 0 }));
    expect(sizeOf(renderSvg(drawn('', `${pair}\nset a stroke-width=16`), { padding: 0 }))).toBeGreaterThanOrEqual(narrow + 8);
  });

  test('OPR99 stroke-width is between 1 and 16, of a freehand line its thickness, and nothing that has no outline takes it', () => {
    const tab = drawn('', `${pair}\nadd sticky id=s at:0,300`);
    expect(answered(tab, 'set a stroke-width=99').at(-1)).toBe('! value_coerced a: stroke-width 99 became 16.');
    expect(refusal(tab, 'set a stroke-width=thick').hint).toContain('a number from 1 to 16');
    expect(refusal(tab, 'set s stroke-width=2').code).toBe('unknown_field');
    const pen = drawn([{ op: 'add', element: { type: 'stroke', id: 'p', points: [[0, 0], [50, 20]], x: 0, y: 0, width: 50, height: 20 } }], 'set p stroke-width=8'); // prettier-ignore
    expect(named(pen, 'p')).toMatchObject({ thickness: 8 });
  });
});
