import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { openShell } from '../cli.test-support.ts';

const shell = openShell();
const { atelier, said } = shell;
const file = fileURLToPath(new URL('../../../core/images/samples/plain.png', import.meta.url));

test('CM5 an image is uploaded from a file, once, and listed', async () => {
  const id = (await said('-q', 'image', 'put', file)).trim();
  expect(id).toMatch(/^img_\w+$/);
  expect(JSON.parse(await said('image', 'put', file, '--json'))).toMatchObject({
    deduped: true,
    image: { id, originalName: 'plain.png' },
  });
  expect(await said('image', 'ls')).toMatch(/^img_\w+ {2}image\/png {2}37x21 {2}\d+ bytes {2}plain\.png\n$/);
});

test('CM6 a file that is not an image is refused with status 1; a missing file is wrong usage', async () => {
  expect(await atelier(['image', 'put', fileURLToPath(import.meta.url)])).toMatchObject({
    code: 1,
    err: expect.stringContaining('unsupported_type'),
  });
  expect(await atelier(['image', 'put', '/nowhere.png'])).toMatchObject({ code: 2 });
});

test('a document is copied', async () => {
  const { id } = await shell.server.addDocument(shell.ada.token, 'Payments');
  const copy = (await said('-q', 'doc', 'copy', id, 'Mine')).trim();
  expect(copy).not.toBe(id);
  expect(await said('doc', 'show', copy)).toContain('Mine');
});
