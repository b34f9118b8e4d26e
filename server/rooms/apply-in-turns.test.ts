import { setImmediate as nextTurn } from 'node:timers/promises';

import { expect, test } from 'vitest';
import * as Y from 'yjs';

import { inTurns } from '#server/in-turns.ts';

import { applyInTurns } from './apply-in-turns.ts';

/** Counts the turns of the event loop until the work is done. */
async function turnsOf(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  void work.finally(() => {
    isDone = true;
  });
  for (; !isDone; await nextTurn()) turns += 1;
  await work;
  return turns;
}

test('RM34 a large document is loaded in several turns of the event loop, and is whole', async () => {
  const doc = new Y.Doc();
  for (let index = 0; index < 60_000; index += 1) doc.getMap('map').set(`k${index}`, { index });
  const earlier = Y.encodeStateVector(doc);
  for (let index = 0; index < 60_000; index += 100) doc.getMap('map').set(`k${index}`, 'later');
  const whole = Y.encodeStateAsUpdate(doc);
  const loaded = new Y.Doc();
  let parts = 0;
  const turns = await turnsOf(applyInTurns(loaded, [whole, Y.encodeStateAsUpdate(doc, earlier)], () => (parts += 1)));
  expect(parts).toBeGreaterThan(60);
  expect(turns).toBeGreaterThan(3);
  expect(Buffer.from(Y.encodeStateAsUpdate(loaded)).equals(whole)).toBe(true);
});

test('RM34 documents that are loaded at the same time take turns', async () => {
  let turn = 0;
  let isOver = false;
  const turnsOfSteps: number[] = [];
  function* work(): Generator<void, void> {
    for (let step = 0; step < 3; step += 1) {
      turnsOfSteps.push(turn);
      const until = performance.now() + 10;
      while (performance.now() < until);
      yield;
    }
  }
  const count = (): void => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all([inTurns(work()), inTurns(work()), inTurns(work())]);
  isOver = true;
  // The first steps are taken when the works begin.
  const later = turnsOfSteps.slice(3);
  expect(later).toHaveLength(6);
  expect(new Set(later).size).toBe(6);
});
