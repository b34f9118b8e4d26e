import { expect, test } from 'vitest';

import { openShell } from '../cli.test-support.ts';

const shell = openShell();
const { atelier, said } = shell;

test('doc activity lists what was done, the newest first, by pages', async () => {
  const { id, tab } = await shell.server.addDocument(shell.ada.token, 'Harbour');
  for (const [label, summary] of [
    ['Quay', 'First'],
    ['Crane', 'Second \u001b[31m'],
  ] as const) {
    const body = { operations: `add square "${label}"`, summary };
    await shell.server.call('POST', `/documents/${id}/tabs/${tab}/changesets`, { token: shell.ada.token, body });
  }
  const listed = await said('doc', 'activity', 'Harbour');
  expect(listed).toMatch(/\d\d:\d\d +Ada \(agent\) +tab_\S+ +rev 2 +1 element +Second .*\n.* +rev 1 +1 element +First/);
  expect(listed).not.toContain('\u001b');
  expect(await said('-q', 'doc', 'activity', 'Harbour', '--limit', '1')).toMatch(new RegExp(`^${tab} 2\\n`));
  expect((await atelier(['doc', 'activity', 'Harbour', '--tab', 'Nowhere'])).err).toMatch(/^tab_not_found: /);
});
