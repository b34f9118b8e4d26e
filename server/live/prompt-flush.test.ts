import { setTimeout as sleep } from 'node:timers/promises';

import { Document } from '@hocuspocus/server';
import { expect, test } from 'vitest';

import { flushPromptly, frameMsFor, frameMsMax } from './prompt-flush.ts';

const frameMs = 200;

/** A document, and the number of changes in each of its flushes. */
function watched(): { document: Document; sent: number[] } {
  const document = new Document('doc', {}, { flushDelay: frameMs });
  const sent: number[] = [];
  let waiting = 0;
  document.on('update', () => {
    waiting += 1;
  });
  const flush = document.flush.bind(document);
  document.flush = () => {
    if (waiting > 0) sent.push(waiting);
    waiting = 0;
    return flush();
  };
  flushPromptly(document, () => frameMs);
  return { document, sent };
}

const change = (document: Document, value: number): void => void document.getMap('m').set('k', value);

test('[LV21] a change after a quiet moment is sent at once, with the others of the same turn', async () => {
  const { document, sent } = watched();
  change(document, 1);
  change(document, 2);
  await sleep(20);
  expect(sent).toEqual([2]);
  document.destroy();
});

test('[LV21] changes within one frame are sent together at its end, and the next one at once', async () => {
  const { document, sent } = watched();
  change(document, 1);
  await sleep(20);
  for (const value of [2, 3, 4]) {
    change(document, value);
    await sleep(10);
  }
  expect(sent).toEqual([1]);
  await sleep(frameMs);
  expect(sent).toEqual([1, 3]);
  await sleep(frameMs + 50);
  change(document, 5);
  await sleep(20);
  expect(sent).toEqual([1, 3, 1]);
  document.destroy();
});

test('[LV21] a frame is short while a document has few connections', () => {
  expect(frameMsFor(2)).toBeLessThanOrEqual(frameMsMax / 4);
  expect(frameMsFor(200)).toBe(frameMsMax);
});
