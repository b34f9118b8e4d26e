import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { limits } from '#schema/limits.ts';

import { PacedFrames } from './paced-frames.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Frames of an account whose budget is refilled at a time, and then takes a number of frames. */
function paced() {
  const state = { handled: [] as number[], isPaused: false, refilledAt: 0, left: Infinity, gaveUp: 0 };
  const frames = new PacedFrames({
    socket: { pause: () => (state.isPaused = true), resume: () => (state.isPaused = false) },
    waitMs: () => (state.left > 0 ? Math.max(0, state.refilledAt - Date.now()) : 1_000),
    handle: ([frame = 0]) => {
      state.handled.push(frame);
      state.left -= 1;
    },
    onTooLong: () => (state.gaveUp += 1),
  });
  return { state, frames };
}

describe('paced frames', () => {
  test('[BG5] are handled at once while the budget lasts', () => {
    const { state, frames } = paced();
    frames.receive(Uint8Array.of(1));
    expect(state).toMatchObject({ handled: [1], isPaused: false });
  });

  test('[BG5] wait in order, with the socket paused, until the budget is refilled', () => {
    const { state, frames } = paced();
    state.refilledAt = Date.now() + 3_000;
    for (const frame of [1, 2, 3]) frames.receive(Uint8Array.of(frame));
    vi.advanceTimersByTime(2_900);
    expect(state).toMatchObject({ handled: [], isPaused: true });
    state.left = 2;
    vi.advanceTimersByTime(200);
    expect(state).toMatchObject({ handled: [1, 2], isPaused: true });
    frames.receive(Uint8Array.of(4));
    state.left = Infinity;
    vi.advanceTimersByTime(1_100);
    expect(state).toMatchObject({ handled: [1, 2, 3, 4], isPaused: false, gaveUp: 0 });
  });

  test('[BG5] give up instead of waiting for longer than an editor would', () => {
    const { state, frames } = paced();
    state.refilledAt = Date.now() + limits.budgetWaitMs + 1;
    frames.receive(Uint8Array.of(1));
    expect(state).toMatchObject({ handled: [], gaveUp: 1 });
  });

  test('that have ended are dropped, and the socket is read on', () => {
    const { state, frames } = paced();
    state.refilledAt = Date.now() + 1_000;
    frames.receive(Uint8Array.of(1));
    frames.end();
    vi.advanceTimersByTime(2_000);
    expect(state).toMatchObject({ handled: [], isPaused: false });
  });
});
