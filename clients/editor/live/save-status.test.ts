import { describe, expect, test } from 'vitest';

import { type LinkState, type SaveStatus, saveStatusOf } from './save-status.ts';

const idle: LinkState = {
  end: null,
  synced: false,
  unacknowledged: false,
  progress: null,
  loaded: false,
  lost: false,
  unsent: false,
};
const flags = ['synced', 'unacknowledged', 'loaded', 'lost', 'unsent'] as const;
const states = Array.from({ length: 2 ** flags.length }, (_, bits): LinkState => ({ ...idle, ...Object.fromEntries(flags.map((flag, at) => [flag, (bits & (1 << at)) > 0])) })); // prettier-ignore

describe('the save status', () => {
  test('is `saved` only with a connection, and with nothing unacknowledged', () => {
    for (const state of states) expect(saveStatusOf(state).kind === 'saved').toBe(state.synced && !state.unacknowledged);
  });

  test('is the durable fraction of a backlog while that is sent, below 100 percent', () => {
    const percents = [0, 0.426, 0.999, 1].map((progress) => saveStatusOf({ ...idle, synced: true, loaded: true, progress }));
    expect(percents).toEqual([0, 42, 99, 99].map((percent) => ({ kind: 'syncing', percent })));
    expect(saveStatusOf({ ...idle, loaded: true, lost: true, unsent: true, progress: 0.5 }).kind).toBe('offline');
  });

  test('is the end of the session, whatever else holds', () => {
    for (const end of [
      { kind: 'refused', reason: 'mass_delete' },
      { kind: 'gone', reason: 'no-access' },
    ] as const)
      // prettier-ignore
      for (const state of states) expect(saveStatusOf({ ...state, end })).toEqual(end);
  });

  test.each<[state: Partial<LinkState>, told: SaveStatus]>([
    [{}, { kind: 'connecting' }],
    [{ lost: true }, { kind: 'connecting', lost: true }],
    [{ loaded: true }, { kind: 'connecting' }],
    [{ loaded: true, unsent: true }, { kind: 'saving' }],
    [
      { loaded: true, lost: true },
      { kind: 'offline', unsent: false },
    ],
    [
      { loaded: true, lost: true, unsent: true },
      { kind: 'offline', unsent: true },
    ],
    [{ loaded: true, synced: true, unsent: true, unacknowledged: true }, { kind: 'saving' }],
    [{ loaded: true, synced: true, lost: true }, { kind: 'saved' }],
  ])('of %o', (state, told) => {
    expect(saveStatusOf({ ...idle, ...state })).toEqual(told);
  });
});
