import { PassThrough, Readable } from 'node:stream';

import { expect, test } from 'vitest';

import type { Io } from './io.ts';
import { showWaiting } from './progress.ts';

async function shown(isTTY: boolean, ms: number): Promise<string> {
  const stderr = Object.assign(new PassThrough(), { isTTY });
  const io: Io = { stdin: Readable.from([]), stdout: stderr, stderr, env: {}, signal: new AbortController().signal };
  const work = new Promise((resolve) => setTimeout(resolve, ms, 'done'));
  expect(await showWaiting(io, 'Waiting', work)).toBe('done');
  return String(stderr.read() ?? '');
}

test('CM9 a long wait shows on a terminal until it ends; a short one does not, nor one without a terminal', async () => {
  const [long, short, elsewhere] = await Promise.all([shown(true, 1_300), shown(true, 10), shown(false, 1_300)]);
  expect([long, short, elsewhere]).toEqual(['Waiting …\r\u001b[K', '', '']);
});
