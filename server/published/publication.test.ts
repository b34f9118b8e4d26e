import { setTimeout as sleep } from 'node:timers/promises';

import { expect, test } from 'vitest';

import type { PublishedBoard } from '#core/published/board.ts';

import { Publication } from './publication.ts';

const board = (name: string): PublishedBoard => ({
  name,
  tabs: [],
  settings: { id: 'tab_1', name: 'Tab', mode: 'canvas', theme: 'light', locked: false, order: 'a0', layers: [], pages: [] },
  theme: null,
  cards: {},
  elements: new Map(),
  sheets: new Map(),
});

test('PB9 messages are 100 ms apart also if the board was read slowly before the first of them', async () => {
  const readAt: number[] = [];
  const sentAt: number[] = [];
  const publication = new Publication({
    read: async () => {
      await sleep(readAt.length === 1 ? 70 : 0);
      readAt.push(performance.now());
      return board(`Version ${readAt.length}`);
    },
    onFailed: (error) => {
      throw error;
    },
    onSent: () => sentAt.push(performance.now()),
  });
  await publication.open();
  await expect.poll(() => sentAt.length, { interval: 1 }).toBe(1);
  publication.wake();
  await expect.poll(() => sentAt.length, { interval: 1 }).toBe(2);
  publication.end();
  // The first message was sent after the read before it. Timers are a little early.
  expect((sentAt[1] ?? 0) - (readAt[1] ?? 0)).toBeGreaterThan(98);
});
