import { describe, expect, test } from 'vitest';

import { openShell } from '../cli.test-support.ts';

const shell = openShell();
const { atelier, said } = shell;

describe('folder', () => {
  test('a document is moved into a folder and out of it, and listed by it', async () => {
    const { id: doc } = await shell.server.addDocument(shell.ada.token, 'Payments');
    const id = (await atelier(['-q', 'folder', 'new', 'Shops'])).out.trim();
    expect(id).toMatch(/^folder_/);
    expect((await atelier(['doc', 'mv', 'Payments', id])).code).toBe(0);
    expect(await said('folder', 'ls')).toBe(`${id}  Shops  1 document\n`);
    expect(await said('-q', 'doc', 'ls', '--folder', id)).toBe(`${doc}\n`);
    expect(await said('folder', 'rename', id, 'Stores')).toContain('Stores');
    expect((await atelier(['doc', 'mv', 'Payments'])).code).toBe(0);
    expect(await said('-q', 'doc', 'ls', '--folder', id)).toBe('');
    expect(await said('-q', 'doc', 'ls', '--folder', 'none', '--owner', 'me')).toContain(doc);
    await said('folder', 'rm', id);
    expect((await atelier(['folder', 'rm', id])).err).toMatch(/^folder_not_found: /);
  });
});
