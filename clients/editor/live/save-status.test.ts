import { describe, expect, test } from 'vitest';

import { type LinkState, type SaveStatus, saveStatusOf } from './save-status.ts';

const idle: LinkState = { end: null, synced: false, unacknowledged: false, loaded: false, lost: false, unsent: false };
const flags = ['synced', 'unacknowledged', 'loaded', 'lost', 'unsent'] as const;
const states = Array.from({ length: 2 ** flags.length }, (_, bits): LinkState => ({ ...idle, ...Object.fromEntries(flags.map((flag, at) => [flag, (bits & (1 << at)) > 0])) })); // prettier-ignore

describe('what a person is told', () => {
  test('[V1] `saved` is said of nothing but a connection that stands, with nothing on its way', () => {
    for (const state of states) expect(saveStatusOf(state).kind === 'saved').toBe(state.synced && !state.unacknowledged);
  });

  test('[V2] an end is told whatever else is so', () => {
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
