import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, describe, expect, test } from 'vitest';

import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { openShell } from '../cli.test-support.ts';

const folder = temporaryFolder('cli-read');
const shell = openShell();
const { atelier, said } = shell;
afterAll(() => folder.remove());

describe('doc', () => {
  test('CM3 CM8 a document is created, found by id, name and address, renamed, listed and moved to the trash', async () => {
    const id = (await said('-q', 'doc', 'new', 'Road map')).trim();
    expect(id).toMatch(/^doc_\w+$/);
    for (const name of [id, 'Road map', 'ROAD MAP', `${shell.server.origin}/?doc=${id}#share`])
      expect(await said('doc', 'show', name)).toContain(id);
    await said('doc', 'rename', id, 'Plan \u001b[31mB');
    const list = await said('doc', 'ls', 'plan');
    expect(list).toMatch(new RegExp(`^${id}  Plan \\[31mB  1 tab  owner  \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d\\n$`));
    expect(JSON.parse(await said('doc', 'show', id, '--json'))).toMatchObject({ id, name: 'Plan \u001b[31mB' });
    await said('doc', 'rm', id);
    expect((await atelier(['doc', 'show', id])).err).toMatch(/^document_not_found: /);
    const [, until = ''] =
      new RegExp(`^${id}  Plan \\[31mB  until (.*)\n$`).exec(await said('doc', 'ls', '--trash', 'plan')) ?? [];
    expect(Date.parse(until) - Date.now()).toBeGreaterThan(28 * 24 * 60 * 60 * 1_000);
    expect((await atelier(['doc', 'restore', 'Plan'])).err).toMatch(
      /^document_not_found: No document in your trash has this name./,
    );
    expect(await said('doc', 'restore', 'Plan \u001b[31mB')).toContain(id);
    expect((await atelier(['doc', 'restore', id])).err).toMatch(/^not_in_trash: /);
    expect(await said('doc', 'ls', '--trash', 'plan')).toBe('');
  });

  test('CM3 the name of two documents is refused with their ids', async () => {
    const ids = [(await said('-q', 'doc', 'new', 'Twice')).trim(), (await said('-q', 'doc', 'new', 'Twice')).trim()];
    const { code, err } = await atelier(['doc', 'show', 'Twice']);
    expect(code).toBe(1);
    for (const id of ids) expect(err).toContain(id);
  });
});

describe('tab and changeset', () => {
  test('CM5 a tab is renamed, moved, locked, unlocked, given a theme, and deleted', async () => {
    const { id } = await shell.server.addDocument(shell.ada.token, 'Tabs');
    await said('tab', 'new', id, 'Flow');
    const names = async (): Promise<string[]> =>
      JSON.parse(await said('tab', 'ls', id, '--json')).tabs.map(({ name }: { readonly name: string }) => name);
    expect(await said('tab', 'rename', id, 'Flow', 'Payments')).toMatch(/^tab_\w+  Payments/);
    await said('tab', 'mv', id, 'Payments', '1');
    expect(await names()).toEqual(['Payments', 'Tab 1']);
    await said('tab', 'mv', id, 'payments', '9');
    expect(await names()).toEqual(['Tab 1', 'Payments']);
    expect(await atelier(['tab', 'mv', id, 'Payments', 'first'])).toMatchObject({ code: 2 });
    expect(await said('tab', 'lock', id, 'Payments')).toContain('locked');
    expect((await atelier(['tab', 'rm', id, 'Payments'])).err).toMatch(/^tab_locked: /);
    expect(await said('tab', 'unlock', id, 'Payments')).not.toContain('locked');
    await said('tab', 'theme', id, 'Payments', 'dark');
    expect(JSON.parse(await said('tab', 'ls', id, '--json')).tabs[1]).toMatchObject({ theme: 'dark', locked: false });
    expect((await atelier(['tab', 'theme', id, 'Payments', 'pink'])).err).toMatch(/^invalid_request: /);
    await said('tab', 'rm', id, 'Payments');
    expect(await names()).toEqual(['Tab 1']);
  });

  test('CM5 a tab is read in its views, compared, linted and drawn, and a changeset is reverted', async () => {
    const { id } = await shell.server.addDocument(shell.ada.token, 'Views');
    await said('tab', 'new', id, 'Flow');
    expect(await said('tab', 'ls', id)).toMatch(
      /tab_\w+ {2}Tab 1 .*\ntab_\w+ {2}Flow {3}canvas {2}rev 0 {2}0 elements {2}0 arrows\n$/,
    );
    await said('element', 'add', id, 'square', 'id=a', 'label=Cart', '--tab', 'flow');
    const changeset = (await said('-q', 'element', 'add', id, 'square', 'id=b', '--tab', 'Flow')).trim();
    expect(await said('tab', 'show', id, '--tab', 'Flow')).toContain('a square "Cart"');
    expect(await said('tab', 'show', id, '--tab', 'Flow', '--view', 'lines')).toContain('add square id=a');
    expect(JSON.parse(await said('tab', 'show', id, '--tab', 'Flow', '--json'))).toMatchObject({ tab: { name: 'Flow' } });
    expect(await said('tab', 'lint', id, '--tab', 'Flow')).not.toBe('');
    expect(await said('tab', 'diff', id, '--tab', 'Flow', '--since', '1')).toContain('+ b square');
    const file = join(folder.path, 'flow.svg');
    expect(await said('tab', 'render', id, '--tab', 'Flow', '-o', file)).toBe('');
    expect(readFileSync(file, 'utf8')).toMatch(/^<svg /);
    const png = join(folder.path, 'flow.PNG');
    await said('tab', 'render', id, '--tab', 'Flow', '-o', png, '--scale', '0.5', '--elements', 'a');
    expect(readFileSync(png).subarray(1, 4).toString()).toBe('PNG');
    expect(await said('changeset', 'ls', id, '--limit', '1')).toContain(`${changeset} `);
    expect(await said('changeset', 'show', id, changeset)).toContain('+ b square');
    const reverted = (await said('changeset', 'revert', '-q', id, changeset)).trim();
    expect(await said('changeset', 'ls', id)).toContain(`${reverted} `);
    expect(await said('tab', 'show', id, '--tab', 'Flow')).not.toContain('b square');
  });

  test('CM6 a missing view, a missing tab and a file that cannot be written have their exit codes', async () => {
    const { id } = await shell.server.addDocument(shell.ada.token);
    expect((await atelier(['tab', 'show', id, '--view', 'sideways'])).code).toBe(2);
    const { code, err } = await atelier(['tab', 'show', id, '--tab', 'Nowhere']);
    expect([code, err.includes('Tab 1')]).toEqual([1, true]);
    expect((await atelier(['tab', 'render', id, '-o', join(folder.path, 'no', 'x.svg')])).code).toBe(2);
    expect((await atelier(['tab', 'render', id, '--scale', '2'])).code).toBe(2);
    expect((await atelier(['tab', 'render', id, '--png', '--scale', '5'])).err).toMatch(/^invalid_request: /);
  });
});
