import { expect, test } from 'vitest';

import type { Element } from '#schema/element.ts';
import { threadMs } from '#test/harness/thread-ms.ts';

import { tabWith } from '../ops/drawn.test-support.ts';
import { lines } from './lines.ts';

test('ten thousand elements, frames over frames, take a moment', () => {
  const tab = tabWith(
    Array.from({ length: 10_000 }, (_, n): Element => ({
      id: `b${n}~00000000`,
      type: n % 2 === 0 ? 'frame' : 'text',
      z: n % 2 === 0 ? 'a0' : 'a1',
      x: n,
      y: 0,
      width: 20_000,
      height: 100,
    })),
  );
  const started = threadMs();
  expect(lines(tab).split('\n')).toHaveLength(10_001);
  expect(threadMs() - started).toBeLessThan(5_000);
});
