import { describe, expect, test } from 'vitest';

import type { Point } from '#schema/element.ts';

import type { LaserBeam } from '../live/laser-beam.ts';
import { laserMs, LaserTrails } from './laser-trails.ts';

const beam = (line: number, from: number, ...points: Point[]): LaserBeam => ({ line, from, points });
const pointsAt = (trails: LaserTrails, now: number, motion: 'fades' | 'still' = 'fades'): Point[][] =>
  trails.shown(now, motion).map(({ points }) => points.map(({ at }) => at));

describe('the trails of laser pointers', () => {
  test('take each point of a line once, though states repeat and skip points', () => {
    const trails = new LaserTrails();
    let calls = 0;
    trails.subscribe(() => (calls += 1));
    trails.take('ada', '#123456', beam(1, 0, [0, 0], [1, 0]), 1_000);
    trails.take('ada', '#123456', beam(1, 1, [1, 0], [2, 0]), 1_050);
    trails.take('ada', '#123456', beam(1, 1, [1, 0], [2, 0]), 1_060);
    trails.take('ada', '#123456', beam(1, 7, [7, 0]), 1_100);
    expect(pointsAt(trails, 1_100)).toEqual([[[0, 0], [1, 0], [2, 0], [7, 0]]]); // prettier-ignore
    expect([calls, trails.shown(1_100, 'fades')[0]?.color]).toEqual([3, '#123456']);
  });

  test('lose their beginning point by point, and are gone after a second', () => {
    const trails = new LaserTrails();
    trails.take('ada', '#123456', beam(1, 0, [0, 0]), 1_000);
    trails.take('ada', '#123456', beam(1, 1, [1, 0], [2, 0]), 1_500);
    expect(pointsAt(trails, 1_400 + laserMs)).toEqual([[[1, 0], [2, 0]]]); // prettier-ignore
    // Points that arrive together are not gone together.
    expect(pointsAt(trails, 1_480 + laserMs)).toEqual([[[2, 0]]]);
    expect(pointsAt(trails, 1_500 + laserMs)).toEqual([]);
    trails.take('ada', '#123456', beam(1, 1, [1, 0], [2, 0]), 3_000);
    expect(pointsAt(trails, 3_000)).toEqual([]);
  });

  test('stay whole without motion, until their last point is gone', () => {
    const trails = new LaserTrails();
    trails.take('ada', '#123456', beam(1, 0, [0, 0]), 1_000);
    trails.take('ada', '#123456', beam(1, 1, [1, 0]), 1_900);
    expect(pointsAt(trails, 1_899 + laserMs, 'still')).toEqual([[[0, 0], [1, 0]]]); // prettier-ignore
    expect(pointsAt(trails, 1_900 + laserMs, 'still')).toEqual([]);
  });

  test('are separate for each line and each person, and do not grow without end', () => {
    const trails = new LaserTrails();
    trails.take('ada', '#123456', beam(1, 0, [0, 0]), 1_000);
    trails.take('ada', '#123456', beam(2, 0, [5, 5]), 1_010);
    trails.take('ben', '#654321', beam(1, 0, [9, 9]), 1_020);
    expect(pointsAt(trails, 1_020)).toEqual([[[0, 0]], [[5, 5]], [[9, 9]]]);
    for (let at = 0; at < 3_000; at += 1) trails.take('eve', '#654321', beam(1, at, [at, 0]), 1_030);
    expect(pointsAt(trails, 1_030).at(-1)).toHaveLength(1_000);
    expect(trails.nextLine()).not.toBe(trails.nextLine());
  });
});
