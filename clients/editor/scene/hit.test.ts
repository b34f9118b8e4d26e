import { describe, expect, test } from 'vitest';

import { arrow, box, frame, idOf, tabOf } from '#core/arrows/drawing.test-support.ts';
import { FontUse } from '#core/render/font-use.ts';
import { layerPlaces } from '#core/render/layer-places.ts';
import { LiveDrawing } from '#core/render/live-drawing.ts';
import { light } from '#core/render/themes/light.ts';
import type { Element } from '#schema/element.ts';
import type { Layer } from '#schema/tab.ts';

import { type HitChoice, hitAt, idsWithin, type HitScene } from './hit.ts';

function shown(elements: readonly Element[], layers: readonly Layer[] = []): HitScene {
  const scene = { theme: light, fonts: new FontUse(), image: () => null, icon: () => null, cards: new Map(), sheet: () => null };
  return { drawing: new LiveDrawing(tabOf(elements), scene), layerOf: layerPlaces(layers) };
}
const slugAt = (x: number, y: number, on: HitScene, slack = 0): string | null => hitAt([x, y], slack, on)?.split('~')[0] ?? null;
const slugsIn = (x: number, y: number, width: number, height: number, on: HitScene): string[] =>
  idsWithin({ x, y, width, height }, on)
    .map((id) => id.split('~')[0] ?? '')
    .toSorted();

describe('a point', () => {
  test('hits the box in front, within its outline, rotated as it is drawn', () => {
    const on = shown([
      box('back', 0, 0, 200, 200),
      { ...box('front', 100, 0, 200, 200, { shape: 'diamond' }), z: 'a1' },
      box('turned', 1_000, 0, 200, 20, { rotation: 90 }),
    ]);
    expect([slugAt(50, 50, on), slugAt(150, 100, on), slugAt(105, 5, on), slugAt(295, 195, on)]).toEqual(['back', 'front', 'back', null]); // prettier-ignore
    expect([slugAt(1_100, -80, on), slugAt(1_010, 10, on)]).toEqual(['turned', null]);
    // With equal keys the id decides, as in the picture.
    const equal = shown([box('a', 0, 0), box('b', 0, 0)]);
    expect(slugAt(50, 30, equal)).toBe('b');
  });

  test('hits an arrow at its line, and at its label, which is in front of what covers the line', () => {
    const on = shown([
      box('a', 0, 0),
      box('b', 600, 0),
      arrow('e', 'a', 'b', { label: 'pays' }),
      { ...frame('f', 250, -100, 200, 260), z: 'b' } as Element,
    ]);
    expect([slugAt(200, 30, on), slugAt(200, 34, on), slugAt(200, 34, on, 4)]).toEqual(['e', null, 'e']);
    expect(slugAt(350, 36, on)).toBe('e');
    const stroke: Element = { type: 'stroke', id: idOf('s'), z: 'a0', x: 0, y: 200, width: 100, height: 100, points: [[0, 0], [100, 100]], thickness: 10 }; // prettier-ignore
    expect([slugAt(50, 254, shown([stroke])), slugAt(90, 210, shown([stroke]))]).toEqual(['s', null]);
  });

  test('hits what is exactly under it before what is beside it', () => {
    const on = shown([box('a', 0, 0), { ...box('b', 103, 0), z: 'b' }]);
    expect([slugAt(98, 30, on, 8), slugAt(101, 30, on, 8), slugAt(98, 30, on)]).toEqual(['a', 'b', 'a']);
  });

  test('hits only chosen elements, and without bodies only what is drawn', () => {
    const on = shown([
      box('a', 0, 0),
      { ...box('locked', 0, 0, undefined, undefined, { locked: true }), z: 'b' },
      frame('f', -100, -100, 600, 600),
      { ...box('hollow', 0, 300, 200, 200, { fill: 'none' }), z: 'c' },
    ]);
    const takes = ({ locked }: Element): boolean => locked !== true;
    const slugOf = (at: [number, number], choice: HitChoice): string | null => hitAt(at, 0, on, choice)?.split('~')[0] ?? null;
    expect([slugOf([20, 20], {}), slugOf([20, 20], { takes })]).toEqual(['locked', 'a']);
    for (const [x, body] of [
      [300, 'f'],
      [100, 'hollow'],
    ] as const)
      // prettier-ignore
      expect([slugOf([x, 400], {}), slugOf([x, 400], { drawnOnly: true })]).toEqual([body, null]);
    expect([slugOf([-100, 0], { drawnOnly: true }), slugOf([200, 400], { drawnOnly: true })]).toEqual(['f', 'hollow']);
  });

  test('hits the body of the smallest frame last, but not its border and title', () => {
    const title = { label: 'Zone' };
    const on = shown([
      { ...frame('outer', 0, 0, 600, 600), ...title, z: 'b' } as Element,
      { ...frame('inner', 100, 100, 300, 300), ...title },
      { ...box('a', 150, 150), z: 'a' },
      box('hollow', 400, 420, 150, 150, { fill: 'none' }),
    ]);
    expect([slugAt(200, 180, on), slugAt(120, 380, on), slugAt(500, 50, on)]).toEqual(['a', 'inner', 'outer']);
    expect([slugAt(101, 250, on), slugAt(300, 1, on), slugAt(480, 500, on), slugAt(401, 500, on)]).toEqual(['inner', 'outer', 'hollow', 'hollow']); // prettier-ignore
    expect(slugAt(25, 18, on)).toBe('outer');
  });

  test('hits nothing on a hidden layer, and a layer above first', () => {
    const layers: Layer[] = [
      { id: 'up', name: 'Up', locked: false, hidden: false },
      { id: 'gone', name: 'Gone', locked: false, hidden: true },
    ];
    const on = shown(
      [
        { ...box('a', 0, 0), z: 'b' },
        { ...box('b', 0, 0), layer: 'up' },
        { ...box('c', 0, 0), layer: 'gone', z: 'c' },
      ],
      layers,
    );
    expect([slugAt(50, 30, on), slugsIn(0, 0, 10, 10, on)]).toEqual(['b', ['a', 'b']]);
  });
});

test('a selection rectangle contains what it touches, rotated as it is drawn, and frames that are entirely inside', () => {
  const on = shown([
    box('a', 0, 0),
    box('turned', 200, 0, 200, 20, { rotation: 45 }),
    frame('f', 0, 200, 300, 300),
    box('in', 100, 300),
    arrow('e', 'a', { x: 0, y: 2_000 }),
  ]);
  expect(slugsIn(90, 50, 50, 50, on)).toEqual(['a']);
  expect([slugsIn(210, 20, 10, 10, on), slugsIn(295, 5, 10, 10, on)]).toEqual([[], ['turned']]);
  expect([slugsIn(110, 310, 10, 10, on), slugsIn(-10, 190, 400, 400, on)]).toEqual([['in'], ['e', 'f', 'in']]);
  expect(slugsIn(-50, 1_000, 200, 10, on)).toEqual(['e']);
});
