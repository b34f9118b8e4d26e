import { expect, test } from 'vitest';

import { trailPath } from './trail-path.ts';

test('a trail is a circle for each point and a band between two that differ', () => {
  expect(trailPath([])).toBe('');
  expect(trailPath([{ at: [10, 20], half: 3 }])).toBe('M7 20a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z');
  const path = trailPath([{ at: [0, 0], half: 1 }, { at: [0, 0], half: 2 }, { at: [10, 0], half: 3 }]); // prettier-ignore
  expect(path.match(/z/g)).toHaveLength(4);
  expect(path).toContain('M0 2L10 3L10 -3L0 -2z');
});
