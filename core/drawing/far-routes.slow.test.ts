import { expect, test } from 'vitest';

import type { Arrow, Element } from '#schema/element.ts';

import { arrow, box } from '../arrows/drawing.test-support.ts';
import { boundsOf } from '../arrows/polyline.ts';
import { overlaps } from '../tab/rect.ts';
import { AngledRoutes } from './angled-routes.ts';

test('RT14 a box that moves changes hardly a route that is far away', () => {
  const columns = 20;
  const boxes = Array.from({ length: 400 }, (_, at) => box(`b${at}`, (at % columns) * 260, Math.floor(at / columns) * 200));
  const arrows = Array.from({ length: 120 }, (_, at) => {
    const from = ((at * 7) % 19) * columns + ((at * 11) % 19);
    return arrow(`e${at}`, `b${from}`, `b${from + [1, 20, 21][at % 3]!}`, { line: 'angled' });
  });
  const elements = new Map<string, Element>([...boxes, ...arrows].map((element) => [element.id, element]));
  const routes = new AngledRoutes();
  routes.update(elements);
  let [far, changedFar] = [0, 0];
  for (let move = 0; move < 1_000; move += 1) {
    const { id, x, y } = boxes[(move * 73) % boxes.length]!;
    const around = { x: x - 440, y: y - 430, width: 980, height: 920 };
    const isFar = (one: Arrow): boolean => {
      const points = routes.get(one.id)!;
      return points.length > 0 && !overlaps(boundsOf(points), around);
    };
    const away = new Set(arrows.filter(isFar).map((one) => one.id));
    const changed = routes.update(
      new Map([[id, box(id.split('~')[0]!, x + ((move * 29) % 80) - 40, y + ((move * 17) % 60) - 30)]]),
    );
    far += away.size;
    for (const one of changed) if (away.has(one)) changedFar += 1;
  }
  expect(changedFar / far).toBeLessThan(0.01);
});
