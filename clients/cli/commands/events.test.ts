import { expect, test } from 'vitest';

import { openShell } from '../cli.test-support.ts';

const shell = openShell();

test('CM11 events prints a line for each event after the named one, until it is interrupted', async () => {
  const place = await shell.server.addDocument(shell.ada.token);
  const first = new AbortController();
  const follows = shell.atelier(['events', place.id, '--json'], { signal: first.signal });
  const draw = (label: string): Promise<unknown> =>
    shell.server.call('POST', `/documents/${place.id}/tabs/${place.tab}/changesets`, {
      token: shell.ada.token,
      body: { operations: 'add square', summary: label },
    });
  // Only events after the stream opened are sent, so create some until one arrives.
  let ended = false;
  void follows.finally(() => (ended = true));
  const drawing = (async () => {
    for (let count = 0; !ended && count < 100; count += 1) {
      await draw(`n${count}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (count === 25) first.abort();
    }
  })();
  const { code, out } = await follows;
  await drawing;
  expect(code).toBe(130);
  const told = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; type: string });
  expect(told.length).toBeGreaterThan(2);
  const second = new AbortController();
  setTimeout(() => second.abort(), 700);
  const again = await shell.atelier(['events', place.id, '--types', 'changeset', '--after', told[0]!.id], {
    signal: second.signal,
  });
  expect(again.out).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d {2}changeset {2}Ada {2}\{/);
  expect(again.out.trimEnd().split('\n').length).toBeGreaterThanOrEqual(told.length - 1);
});
