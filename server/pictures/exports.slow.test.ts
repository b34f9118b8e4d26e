/** PDFs and diagrams of the largest tabs, as the painter makes them. */
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { drawn, tabWith } from '#core/ops/drawn.test-support.ts';
import type { Element } from '#schema/element.ts';
import { isProblem } from '#schema/problem.ts';
import { captureTab, type CapturedTab } from '#server/workers/captured-tab.ts';

import { Painter } from './painter.ts';

/** 50 ms on a machine of one's own; shared ones are at times half as fast. Written on the event loop, some took over 250 ms. */
const turnMsMax = 100;

let painter: Painter;
beforeAll(async () => {
  painter = new Painter({ threads: 1, longerMs: 30_000, deadlineMs: 30_000, onFault: () => undefined });
  await painter.pdf(captureTab(drawn('add square')), {}, null);
});
afterAll(() => painter.close());

/** 7,000 boxes with labels, and 3,000 arrows. */
function largeTab(): CapturedTab {
  const id = (index: number): string => `box${index}~${String(index).padStart(8, '0')}`;
  const boxes = Array.from({ length: 7_000 }, (_, index): Element => ({
    id: id(index),
    type: 'shape',
    shape: index % 5 === 0 ? 'cylinder' : 'square',
    label: `Service number ${index} of the list`,
    z: 'a0',
    x: (index % 100) * 220,
    y: Math.floor(index / 100) * 160,
    width: 160,
    height: 80,
  }));
  const arrows = Array.from({ length: 3_000 }, (_, index): Element => ({
    id: `arrow${index}~${String(index + 10_000).padStart(8, '0')}`,
    type: 'arrow',
    from: { element: id(index) },
    to: { element: id(index + 1) },
    z: 'b0',
    line: 'straight',
    ...(index % 3 === 0 && { label: 'calls' }),
  }));
  return captureTab(tabWith([...boxes, ...arrows]));
}

/** The most CPU time that a turn of the event loop took during the work, ms: other tests may keep this thread waiting for longer. */
async function longestTurnMs(work: Promise<unknown>): Promise<number> {
  let [longest, isOver] = [0, false];
  void work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const before = process.threadCpuUsage();
    await sleep(1);
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1_000);
  }
  return longest;
}

describe('exports of 10,000 elements', () => {
  test('[DG25] are written without blocking the event loop', async () => {
    const tab = largeTab();
    for (const as of ['mermaid', 'drawio', 'excalidraw'] as const) {
      const work = painter.diagram(tab, {}, as);
      expect(await longestTurnMs(work), as).toBeLessThan(turnMsMax);
      const written = await work;
      expect(isProblem(written) ? written.code : written.text.includes('Service number 6999'), as).toBe(true);
    }
    const pdf = painter.pdf(tab, {}, null);
    expect(await longestTurnMs(pdf), 'pdf').toBeLessThan(turnMsMax);
    const bytes = await pdf;
    expect(isProblem(bytes) ? bytes.code : bytes.length).toBeGreaterThan(100_000);
  });

  test('[PC2] [DG25] one that takes too long is refused, and the next is written', async () => {
    const hasty = new Painter({ threads: 1, longerMs: 100, deadlineMs: 100, onFault: () => undefined });
    try {
      expect(await hasty.pdf(largeTab(), {}, null)).toMatchObject({ code: expect.stringMatching(/^(?:work_limit_exceeded|room_unavailable)$/) }); // prettier-ignore
      const small = await hasty.diagram(captureTab(drawn('add square label=One')), {}, 'mermaid');
      expect(small).toMatchObject({ text: expect.stringContaining('One'), dropped: [] });
    } finally {
      await hasty.close();
    }
  });
});
