import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { shapeKinds } from '#schema/shape-kinds.ts';
import { fuzz } from '#test/harness/fuzz.ts';

import { fitSize, grownSize } from './fit-size.ts';
import { type Labelled, labelBox } from './label-box.ts';
import { labelLines } from './label-lines.ts';
import { fontSize } from './sizes.ts';
import { textWidth } from './width.ts';

const types = ['text', 'sticky', 'annotation', 'table', 'link-card', 'frame', 'lane', 'image', 'video', 'stroke'] as const;
const square = (label: string, width = 160, height = 80): Labelled => ({
  type: 'shape',
  shape: 'square',
  x: 10,
  y: 20,
  width,
  height,
  label,
});
const size = fc.double({ min: 1, max: 1e6, noNaN: true });

describe('label-box', () => {
  test('the label box is within the element, whatever its kind and size', () => {
    const kind = fc.oneof(
      fc.constantFrom(...shapeKinds).map((shape) => ({ type: 'shape' as const, shape })),
      fc.constantFrom(...types).map((type) => ({ type })),
    );
    fc.assert(
      fc.property(kind, size, size, (of, width, height) => {
        const box = labelBox({ ...of, x: -5, y: 7, width, height });
        expect(box.width).toBeGreaterThan(0);
        expect(box.height).toBeGreaterThan(0);
        expect(box.x).toBeGreaterThanOrEqual(-5);
        expect(box.y).toBeGreaterThanOrEqual(7);
        expect(box.x + box.width).toBeLessThanOrEqual((width - 5) * (1 + 1e-9) + 1e-6);
        expect(box.y + box.height).toBeLessThanOrEqual((height + 7) * (1 + 1e-9) + 1e-6);
      }),
      fuzz(),
    );
  });

  test('in an ellipse and a diamond the corners of the label box are on the outline or within', () => {
    const ellipse = labelBox({ type: 'shape', shape: 'ellipse', x: 0, y: 0, width: 200, height: 100 });
    expect(((ellipse.x - 100) / 100) ** 2 + ((ellipse.y - 50) / 50) ** 2).toBeLessThanOrEqual(1);
    const diamond = labelBox({ type: 'shape', shape: 'diamond', x: 0, y: 0, width: 200, height: 100 });
    expect(Math.abs(diamond.x - 100) / 100 + Math.abs(diamond.y - 50) / 50).toBeLessThanOrEqual(1);
  });
});

describe('label-lines', () => {
  test('label lines are counted as needed and as available', () => {
    expect(labelLines(square('Order'))).toMatchObject({ need: 1, hold: 3, lines: ['Order'], sizePx: 16 });
    expect(labelLines(square(''))).toMatchObject({ need: 0, hold: 3 });
    expect(labelLines({ ...square('One two three four five six seven eight nine ten eleven twelve'), text: 'lg' })).toMatchObject(
      { hold: 2, sizePx: 24 },
    );
    expect(labelLines(square('a\nb\nc\nd'))).toMatchObject({ need: 4, hold: 3 });
  });

  test('scale takes the largest size that fits, and the smallest if none does', () => {
    expect(fontSize('scale', 'Hi', { width: 300, height: 130 }, 'sans')).toBe(96);
    expect(fontSize('scale', 'Hi', { width: 300, height: 25 }, 'sans')).toBe(20);
    expect(fontSize('scale', 'x'.repeat(500), { width: 30, height: 25 }, 'sans')).toBe(8);
    expect(labelLines({ ...square('Internationalisation of everything'), text: 'scale' }).lines).not.toContain('Internationalis');
  });
});

describe('fit-size', () => {
  test('a label that fits leaves the default size', () => {
    expect(fitSize('shape', 'square', 'Order')).toEqual({ width: 160, height: 80 });
    expect(fitSize('shape', 'circle', 'Ok')).toEqual({ width: 120, height: 120 });
    expect(fitSize('shape', 'diamond', '')).toEqual({ width: 160, height: 100 });
    expect(fitSize('sticky', 'sticky', 'note')).toEqual({ width: 160, height: 160 });
    expect(fitSize('shape', 'no such kind', '')).toEqual({ width: 160, height: 80 });
  });

  test('a longer label gets room for its lines and its widest word', () => {
    for (const kind of shapeKinds) {
      if (kind === 'plan-board' || kind === 'plan-sheet') continue;
      const label = 'Internationalisation of the order desks';
      const fitted = fitSize('shape', kind, label);
      const { need, hold, lines } = labelLines({ type: 'shape', shape: kind, x: 0, y: 0, ...fitted, label });
      expect([kind, need <= hold, lines.some((line) => line.startsWith('Internationalisation'))]).toEqual([kind, true, true]);
    }
  });

  test('a label without spaces is measured as it is drawn, in lines', () => {
    const labels = {
      Chinese: '一二三四五六七八九十'.repeat(3),
      Japanese: 'キャッシュサーバーの設定を確認してから、再起動する',
      Korean: '주문처리서비스관리자전용화면구성요소목록조회',
      Thai: 'ประเทศไทยเป็นประเทศที่ตั้งอยู่ในทวีป',
    };
    for (const [type, kind] of [
      ...shapeKinds.filter((kind) => kind !== 'plan-board' && kind !== 'plan-sheet').map((kind) => ['shape', kind] as const),
      ['sticky', 'sticky'] as const,
      ['annotation', 'annotation'] as const,
    ]) {
      for (const [script, label] of Object.entries(labels)) {
        const fitted = fitSize(type, kind, label);
        const words = fitSize(type, kind, 'word '.repeat(textWidth(label, 16) / textWidth('word ', 16)));
        const box = { type, ...(type === 'shape' && { shape: kind as 'square' }), x: 0, y: 0, ...fitted, label };
        const { need, hold } = labelLines(box);
        expect([kind, script, need <= hold]).toEqual([kind, script, true]);
        const area = (size: { width: number; height: number }): number => size.width * size.height;
        expect([kind, script, area(fitted) <= 1.5 * area(words)]).toEqual([kind, script, true]);
      }
    }
  });

  test('a word of more than twelve em is broken instead of making the box as wide as it is', () => {
    expect(fitSize('shape', 'square', 'x'.repeat(40)).width).toBeLessThanOrEqual(220);
    expect(fitSize('shape', 'circle', 'https://example.org/orders/2026/november').width).toBeLessThanOrEqual(300);
    expect(fitSize('sticky', 'sticky', 'https://example.org/orders/'.repeat(8)).width).toBeLessThanOrEqual(240);
    expect(fitSize('shape', 'square', 'Rechtsschutzversicherung').width).toBeLessThanOrEqual(220);
  });

  test('a long word makes a box wider, not taller', () => {
    expect(fitSize('shape', 'square', 'Internationalisations')).toEqual({ width: 180, height: 80 });
    expect(fitSize('shape', 'square', 'a\nb\nc\nd\ne')).toEqual({ width: 220, height: 120 });
  });

  test('a text is as wide as its longest line and as tall as its lines', () => {
    expect(fitSize('text', 'text', 'Title')).toEqual({ width: 40, height: 20 });
    expect(fitSize('text', 'text', 'Title\nand more').height).toBe(40);
    expect(fitSize('text', 'text', 'word '.repeat(60))).toEqual({ width: 480, height: 120 });
    expect(fitSize('text', 'text', '').width).toBeGreaterThan(0);
  });

  test('a circle and a sticky keep equal sides', () => {
    for (const [type, kind] of [
      ['shape', 'circle'],
      ['sticky', 'sticky'],
    ] as const) {
      // prettier-ignore
      const { width, height } = fitSize(type, kind, 'A rather long label for such a small thing, and a second sentence '.repeat(4));
      expect(width).toBe(height);
      expect(width).toBeGreaterThan(160);
    }
  });

  test('growing never shrinks a box, and leaves frames and boxes whose label fits unchanged', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), size, size, (label, width, height) => {
        const grown = grownSize({ ...square(label), width, height });
        expect(grown.width).toBeGreaterThanOrEqual(width);
        expect(grown.height).toBeGreaterThanOrEqual(height);
        const { need, hold } = labelLines({ ...square(label), ...grown });
        if (need > hold) expect(Math.max(grown.width - width, grown.height - height)).toBeGreaterThanOrEqual(640 - 1e-6);
      }),
      fuzz(),
    );
    expect(grownSize(square('Order'))).toEqual({ width: 160, height: 80 });
    expect(grownSize({ ...square('word '.repeat(100)), type: 'frame' })).toEqual({ width: 160, height: 80 });
    expect(grownSize({ type: 'text', x: 0, y: 0, width: 100, height: 20, label: 'a\nb\nc' })).toEqual({ width: 100, height: 60 });
  });
});
