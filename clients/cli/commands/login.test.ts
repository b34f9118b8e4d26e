import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, describe, expect, test } from 'vitest';

import { temporaryFolder } from '#test/harness/temporary-folder.ts';

import { openShell, runCli } from '../cli.test-support.ts';

const folder = temporaryFolder('login');
const env = { XDG_CONFIG_HOME: folder.path };
const file = join(folder.path, 'atelier', 'config.json');
const shell = openShell();
afterAll(() => folder.remove());

describe('login', () => {
  test('CM7 a token is checked, then stored for its owner alone; commands send it only to its address', async () => {
    const ran = await runCli(['login', '--url', shell.server.origin], { env, input: `${shell.ada.token}\n` });
    expect([ran.code, ran.err]).toEqual([0, '']);
    expect(ran.out).toContain(`Ada at ${shell.server.origin}/api/v1`);
    expect([statSync(file).mode & 0o777, statSync(join(file, '..')).mode & 0o777]).toEqual([0o600, 0o700]);
    const place = await shell.server.addDocument(shell.ada.token);
    const edit = ['edit', place.id, '-q', '-f', '-'];
    expect((await runCli(edit, { env, input: 'add square' })).code).toBe(0);
    const elsewhere = await runCli([...edit, '--url', shell.server.origin.replace('127.0.0.1', 'localhost')], {
      env,
      input: 'add square',
    });
    expect([elsewhere.code, elsewhere.err.split(':')[0]]).toEqual([1, 'unauthenticated']);
  });

  test('CM7 a token that the server refuses is not stored; logout deletes it', async () => {
    const before = readFileSync(file, 'utf8');
    const ran = await runCli(['login', '--url', shell.server.origin], { env, input: `${shell.ada.token}x` });
    expect([ran.code, readFileSync(file, 'utf8')]).toEqual([1, before]);
    expect((await runCli(['logout'], { env })).code).toBe(0);
    expect(() => statSync(file)).toThrow();
    expect((await runCli(['login', '--url', shell.server.origin], { env, input: '' })).code).toBe(2);
  });
});
