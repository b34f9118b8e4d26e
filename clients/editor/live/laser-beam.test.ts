import { expect, test } from 'vitest';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';

import type { Point } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';

import { beamOf, boundBeam } from './laser-beam.ts';
import { OwnPresence } from './own-presence.ts';

const far = limits.coordinateMax - 0.123_456;

test('a beam has the latest points of a line, and is valid for those who receive it', () => {
  const points = Array.from({ length: 100 }, (_, index): Point => [index / 3, -index]);
  const bound = boundBeam({ line: 4, from: 10, points });
  expect(bound).toMatchObject({ line: 4, from: 110 - limits.laserPoints });
  expect(bound.points.at(-1)).toEqual([33, -99]);
  expect(bound.points).toHaveLength(limits.laserPoints);
  expect(beamOf(JSON.parse(JSON.stringify(bound)))).toEqual(bound);
});

test('a state with the largest selection and the longest beam is one that the server takes', async () => {
  const awareness = new Awareness(new Y.Doc());
  const presence = new OwnPresence(awareness);
  const selection = Array.from({ length: 200 }, (_, index) => `a-long-slug-of-an-element~${String(index).padStart(8, '0')}`);
  presence.show({
    tab: 'tab_00000000000000000001',
    selection,
    cursor: { x: -far, y: -far },
    viewport: { x: -far, y: -far, width: far, height: far },
    cell: { sheet: 'sheet_00000000000000000001', row: 'row_00000000', col: 'col_00000000' },
    laser: { line: 999, from: 99_999, points: Array.from({ length: 100 }, (): Point => [-far, -far]) },
  });
  await expect.poll(() => awareness.getLocalState()?.['laser']).toMatchObject({ line: 999 });
  const state = JSON.stringify(awareness.getLocalState());
  expect(state.length).toBeLessThan(limits.awarenessBytes - 200);
  expect(awareness.getLocalState()?.['selection']).not.toHaveLength(0);
  presence.show({ laser: null });
  await expect.poll(() => awareness.getLocalState()?.['laser']).toBeUndefined();
  presence.destroy();
  awareness.destroy();
});
