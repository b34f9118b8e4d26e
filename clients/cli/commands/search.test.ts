import { expect, test } from 'vitest';

import { openShell } from '../cli.test-support.ts';

const shell = openShell();
const { atelier, said } = shell;

test('search lists what contains all words, with its document, or the addresses alone', async () => {
  const { searchIndexer } = shell.server.context;
  searchIndexer.start();
  const { id, tab } = await shell.server.addDocument(shell.ada.token, 'Harbour');
  const operations = 'add square "Crane \u001b[31m lighthouse" id=crane\nadd square "Quay" id=quay note="by the lighthouse"';
  await said('tab', 'ls', id);
  const { status } = await shell.server.call('POST', `/documents/${id}/tabs/${tab}/changesets`, {
    token: shell.ada.token,
    body: { operations },
  });
  expect(status).toBe(201);
  await searchIndexer.settled();
  const listed = await said('search', 'LIGHTHOUSE');
  expect(listed).toMatch(/^element +Harbour +crane +Crane .*lighthouse$/m);
  expect(listed).not.toContain('\u001b');
  expect(await said('search', 'crane', 'light', '--document', 'Harbour', '--type', 'element,card')).not.toContain('quay');
  expect(await said('-q', 'search', 'quay')).toMatch(new RegExp(`/d/${id}/${tab}#quay~[0-9a-z]{8}\\n$`));
  expect(await said('search', 'lighthouse', '--limit', '1')).toMatch(/^more: --cursor \S+$/m);
  expect(JSON.parse(await said('search', 'nothing', '--json'))).toEqual({ results: [], next: null });
  expect((await atelier(['search', 'a', '--type', 'box'])).err).toMatch(/^invalid_request: /);
});
