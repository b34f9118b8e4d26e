import { expect, test } from 'vitest';

import { icons } from '#core/icons/icons.test-support.ts';

import { LoadedIcons } from './loaded-icons.ts';

test('icons have no lines until they are loaded, which happens once, when the first is drawn', async () => {
  let loads = 0;
  const loaded = new LoadedIcons(() => Promise.resolve(((loads += 1), icons)));
  const drawnAgain = new Promise<void>((resolve) => void loaded.onLoad(resolve));
  expect(loads).toBe(0);
  expect([loaded.parts('database'), loaded.parts('no-such-icon')]).toEqual([[], []]);
  await drawnAgain;
  expect(loaded.parts('database')?.length).toBeGreaterThan(0);
  expect(loaded.parts('no-such-icon')).toBeNull();
  expect(loads).toBe(1);
});

test('icons that could not be loaded are requested again when another one is drawn', async () => {
  let loads = 0;
  const loaded = new LoadedIcons(
    () => ((loads += 1), loads === 1 ? Promise.reject(new Error('offline')) : Promise.resolve(icons)),
  );
  expect(loaded.parts('database')).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve));
  const drawnAgain = new Promise<void>((resolve) => void loaded.onLoad(resolve));
  expect(loaded.parts('database')).toEqual([]);
  await drawnAgain;
  expect(loaded.parts('database')?.length).toBeGreaterThan(0);
});
