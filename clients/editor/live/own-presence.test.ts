import { expect, test } from 'vitest';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';

import type { Point } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';

import { OwnPresence } from './own-presence.ts';

const far = limits.coordinateMax - 0.123_456;

test('a state with the largest selection, the longest beam and the longest text is one that the server takes', async () => {
  const awareness = new Awareness(new Y.Doc());
  const presence = new OwnPresence(awareness);
  const selection = Array.from({ length: 200 }, (_, index) => `a-long-slug-of-an-element~${String(index).padStart(8, '0')}`);
  presence.show({
    tab: 'tab_00000000000000000001',
    selection,
    cursor: { x: -far, y: -far },
    viewport: { x: -far, y: -far, width: far, height: far },
    cell: { sheet: 'sheet_00000000000000000001', row: 'row_00000000', col: 'col_00000000' },
    typing: { id: selection[0] ?? '', text: '語'.repeat(limits.typingCharacters) },
    reaction: { number: 1_790_000_000_000, emoji: '❤️', x: -far, y: -far },
    laser: { line: 999, from: 99_999, points: Array.from({ length: 100 }, (): Point => [-far, -far]) },
  });
  await expect.poll(() => awareness.getLocalState()?.['laser']).toMatchObject({ line: 999 });
  const state = new TextEncoder().encode(JSON.stringify(awareness.getLocalState()));
  expect(awareness.getLocalState()?.['typing']).toMatchObject({ text: '語'.repeat(limits.typingCharacters) });
  expect(state.length).toBeLessThan(limits.awarenessBytes - 200);
  expect(awareness.getLocalState()?.['selection']).not.toHaveLength(0);
  presence.show({ laser: null });
  await expect.poll(() => awareness.getLocalState()?.['laser']).toBeUndefined();
  presence.destroy();
  awareness.destroy();
});

test('a text is shown while it is typed and short enough', async () => {
  const awareness = new Awareness(new Y.Doc());
  const presence = new OwnPresence(awareness);
  const shown = (): unknown => awareness.getLocalState()?.['typing'];
  const typed = (text: string): void => presence.show({ typing: { id: 'a~00000000', text } });
  typed('Check');
  await expect.poll(shown).toEqual({ id: 'a~00000000', text: 'Check' });
  typed('x'.repeat(limits.typingCharacters + 1));
  await expect.poll(shown).toBeUndefined();
  typed('Check');
  await expect.poll(shown).toBeDefined();
  // Six bytes each.
  typed('\u0001'.repeat(limits.typingCharacters));
  await expect.poll(shown).toBeUndefined();
  typed('');
  await expect.poll(shown).toEqual({ id: 'a~00000000', text: '' });
  presence.show({ typing: null });
  await expect.poll(shown).toBeUndefined();
  presence.destroy();
  awareness.destroy();
});
