import { describe, expect, test } from 'vitest';

import { openShell } from '../cli.test-support.ts';

const shell = openShell();
const { atelier, said } = shell;

describe('proposals', () => {
  test('CM14 --propose stores what edit and item would write, and proposal lists, shows and withdraws it', async () => {
    const { id: doc } = await shell.server.addDocument(shell.ada.token);
    const proposed = await atelier(['edit', doc, '-f', '-', '--propose'], { input: 'add square id=a "A"' });
    expect([proposed.code, proposed.out]).toEqual([
      0,
      expect.stringMatching(/^\+ a square "A".*\nproposed pr_\w+ · rev 0 · lint \w/s),
    ]);
    const id = (await atelier(['-q', '--propose', 'item', 'add', doc, 'task', 'title=Ship'])).out.trim();
    expect(id).toMatch(/^pr_/);
    expect(await said('tab', 'show', doc)).not.toContain('square');
    expect((await said('proposal', 'ls', doc)).trim().split('\n')).toHaveLength(2);
    expect(await said('proposal', 'show', doc, id)).toContain('"Ship"');
    await said('proposal', 'rm', doc, id);
    expect((await atelier(['proposal', 'show', doc, id])).err).toMatch(/^proposal_not_found: /);
  });

  test('CM14 a command whose write cannot be proposed writes nothing', async () => {
    const { id: doc } = await shell.server.addDocument(shell.ada.token, 'Plan');
    expect((await atelier(['doc', 'rename', doc, 'Other', '--propose'])).err).toMatch(/^invalid_request: /);
    expect(await said('doc', 'show', doc)).toContain('Plan');
  });
});
