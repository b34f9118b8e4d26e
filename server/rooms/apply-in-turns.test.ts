import { setImmediate as nextTurn } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as Y from 'yjs';

import { inTurns } from '#server/in-turns.ts';

import { applyInTurns } from './apply-in-turns.ts';

/** Counts the turns of the event loop until the work is done. */
async function turnsOf(work: Promise<unknown>, onTurn: () => void = () => undefined): Promise<number> {
  let turns = 0;
  let isDone = false;
  void work.finally(() => {
    isDone = true;
  });
  for (; !isDone; await nextTurn()) {
    turns += 1;
    onTurn();
  }
  await work;
  return turns;
}

test('RM34 a large document is loaded in several turns of the event loop, and is whole', async () => {
  const doc = new Y.Doc();
  for (let index = 0; index < 30_000; index += 1) doc.getMap('map').set(`k${index}`, { index });
  const earlier = Y.encodeStateVector(doc);
  for (let index = 0; index < 30_000; index += 100) doc.getMap('map').set(`k${index}`, 'later');
  const whole = Y.encodeStateAsUpdate(doc);
  const loaded = new Y.Doc();
  let parts = 0;
  const turns = await turnsOf(applyInTurns(loaded, [whole, Y.encodeStateAsUpdate(doc, earlier)], () => (parts += 1)));
  expect(parts).toBeGreaterThan(30);
  expect(turns).toBeGreaterThan(1);
  expect(Buffer.from(Y.encodeStateAsUpdate(loaded)).equals(whole)).toBe(true);
});

describe('by the clock', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  function* workOf(steps: number, ms: number, onStep: () => void = () => undefined): Generator<void, void> {
    for (let step = 0; step < steps; step += 1) {
      onStep();
      vi.advanceTimersByTime(ms);
      yield;
    }
  }

  test('RM34 documents that are loaded at the same time take turns', async () => {
    let turn = 0;
    const turnsOfSteps: number[] = [];
    const works = Array.from({ length: 3 }, () => inTurns(workOf(3, 30, () => turnsOfSteps.push(turn))));
    await turnsOf(Promise.all(works), () => (turn += 1));
    // The first steps are taken when the works begin.
    const later = turnsOfSteps.slice(3);
    expect(later).toHaveLength(6);
    expect(new Set(later).size).toBe(6);
  });

  test('RM34 work gets a share of an event loop that is busy', async () => {
    // The first slice takes 8 ms, and those after waits of 60 ms take 30.
    expect(await turnsOf(inTurns(workOf(100, 2)), () => vi.advanceTimersByTime(60))).toBeLessThan(12);
  });
});
