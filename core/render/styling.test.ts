/** What the fields of style do in a picture. */
import { describe, expect, test } from 'vitest';

import type { Box } from '#schema/element.ts';

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

describe('the alignment of a label', () => {
  const lineOf = (lines: string, word: string) => {
    const svg = renderSvg(drawn('', lines));
    const [, x, y, rest = ''] = new RegExp(`<text x="([-\\d.]+)" y="([-\\d.]+)"([^>]*)>${word}`).exec(svg) ?? [];
    return { x: Number(x), y: Number(y), anchor: /text-anchor="(\w+)"/.exec(rest)?.[1] ?? 'start' };
  };
  const box = 'add square id=a "One" at:0,0 width=200 height=100';

  test('RD21 a label is in the middle, or where its fields say', () => {
    const middle = lineOf(box, 'One');
    expect(middle).toMatchObject({ x: 100, anchor: 'middle' });
    const corner = lineOf(`${box}\nset a text-align=left vertical-align=top`, 'One');
    expect(corner).toMatchObject({ x: 8, anchor: 'start' });
    expect(corner.y).toBeLessThan(middle.y - 30);
    const opposite = lineOf(`${box}\nset a text-align=right vertical-align=bottom`, 'One');
    expect(opposite).toMatchObject({ x: 192, anchor: 'end' });
    expect(opposite.y - middle.y).toBeCloseTo(middle.y - corner.y, 1);
  });

  test('RD21 a text begins at the top left, or where its fields say', () => {
    const text = 'add text id=a "One" at:0,0 width=200 height=100';
    expect(lineOf(text, 'One')).toMatchObject({ x: 0, anchor: 'start' });
    const end = lineOf(`${text}\nset a text-align=right vertical-align=bottom`, 'One');
    expect(end).toMatchObject({ x: 200, anchor: 'end' });
    expect(end.y).toBeGreaterThan(85);
  });

  test('OPR89 what is so by itself is not stored, and a class has its name where it is', () => {
    const tab = drawn('', `${box}\nadd text id=t "Two" at:300,0\nadd class id=c "Cart" at:600,0`);
    expect(answered(tab, 'set a text-align=center vertical-align=middle')).toEqual([]);
    expect(answered(tab, 'set t text-align=center')).toEqual(['~ t text-align unset→center']);
    expect(refusal(tab, 'set c text-align=left').code).toBe('unknown_field');
    expect(refusal(tab, 'set a text-align=justify')).toMatchObject({ allowed: ['left', 'center', 'right'] });
  });
});

describe('the size of a text by number', () => {
  test('RD22 a label is drawn in the size that its field says, and its box grows for it', () => {
    const tab = drawn('', 'add square id=a "Payment service" at:0,0 text=40');
    expect(renderSvg(tab)).toContain('font-size="40"');
    const { width, height } = named<Box>(tab, 'a');
    const small = named<Box>(drawn('', 'add square id=a "Payment service" at:0,0'), 'a');
    expect([width > small.width, height > small.height]).toEqual([true, true]);
  });

  test('RD22 a number draws as the name of the same size does', () => {
    const lines = (small: string | number, large: string | number) =>
      `add square id=a "One" at:0,0 text=${small}\nadd text id=t "Two" at:400,0 text=${large}\nadd square id=b at:0,300\nconnect a -> b "pays" text=${small}`;
    expect(renderSvg(drawn('', lines(12, 24)))).toBe(renderSvg(drawn('', lines('sm', 'lg'))));
  });

  test('OPR88 text takes a name, or a number from 6 to 200', () => {
    const tab = drawn('', 'add square id=a at:0,0');
    expect(answered(tab, 'set a text=18')).toEqual(['~ a text unset→18']);
    expect(answered(tab, 'set a text=3').at(-1)).toBe('! value_coerced a: text 3 became 6.');
    expect(refusal(tab, 'set a text=huge').hint).toBe('Use one of: sm, md, lg, scale, or a number from 6 to 200.');
  });
});

describe('bold, italic and struck labels', () => {
  const box = 'add square id=a "Payment service" at:0,0';

  test('RD23 a bold label is drawn and measured in the bold font', () => {
    expect(renderSvg(drawn('', box))).not.toContain('font-weight');
    const bold = drawn('', `${box} bold=true`);
    expect(renderSvg(bold)).toContain('font-weight="600"');
    const wide = (emphasis: string): number =>
      named<Box>(drawn('', `add text id=t "Payment service of the shop" at:0,0${emphasis}`), 't').width;
    expect(wide(' bold=true')).toBeGreaterThan(wide(''));
  });

  test('RD23 a title that is not bold, and a large text, are as their field says', () => {
    const weights = (lines: string): boolean => renderSvg(drawn('', lines)).includes('font-weight="600"');
    const frame = `${box}\nwrap a in frame "Shop"\nset "Shop" bold=false`;
    expect([weights(`${box}\nwrap a in frame "Shop"`), weights(frame)]).toEqual([true, false]);
    const text = 'add text id=t "Shop" at:0,0 text=lg';
    expect([weights(text), weights(`${text} bold=false`)]).toEqual([true, false]);
  });

  test('RD23 an italic label is slanted about its baseline, line by line, and a struck one has a line through each of its lines', () => {
    const lines = 'add text id=t "One\\nTwo" at:0,0';
    const italic = renderSvg(drawn('', `${lines} italic=true`));
    expect(italic.match(/matrix\(1 0 -0\.2 1 [\d.]+ 0\)/g)).toHaveLength(2);
    const struck = renderSvg(drawn('', `${lines} strike=true`));
    expect(struck.match(/<path d="M0 [\d.]+H[\d.]+"/g)).toHaveLength(2);
    expect(struck).not.toContain('matrix');
  });

  test('OPR87 what a label is by itself is not stored', () => {
    const tab = drawn('', `${box}\nadd class id=c "Cart" at:400,0`);
    expect(answered(tab, 'set a italic=false strike=false bold=false')).toEqual([]);
    expect(answered(tab, 'set c bold=true')).toEqual([]);
    expect(answered(tab, 'set c bold=false')).toEqual(['~ c bold unset→false']);
    expect(answered(tab, 'set a bold=TRUE').at(-1)).toBe('! value_coerced a: bold "TRUE" became true.');
  });
});
