import { expect, test } from 'vitest';

import { openShell } from '../cli.test-support.ts';

const { atelier, said } = openShell();

test('IC9 icons lists the icons that words describe, with their tags, or the names alone', async () => {
  expect(await said('icons', 'Database')).toMatch(/^database +.*storage/m);
  expect((await said('-q', 'icons', 'shopping', 'cart')).split('\n')[0]).toBe('shopping-cart');
  expect(await said('icons', 'arrow', '--limit', '1')).toMatch(/^more: --cursor 1$/m);
  expect(JSON.parse(await said('icons', 'no such icon', '--json'))).toEqual({ icons: [], next: null });
  expect((await atelier(['icons', 'arrow', '--cursor', 'x'])).err).toMatch(/^invalid_request: /);
});
