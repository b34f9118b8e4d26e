/** Clients that two third-party generators make of the description, compiled strictly, run a session against a started server. */
import { execFile } from 'node:child_process';
import { copyFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Solo, startSolo } from '../harness/solo.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
const sessions = ['hey-api-session', 'openapi-fetch-session'] as const;

const compilerOptions = {
  strict: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  target: 'ES2024',
  module: 'ESNext',
  moduleResolution: 'bundler',
  lib: ['ES2024', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
  types: ['node'],
};

let solo: Solo;
let folder: string;

beforeAll(async () => {
  solo = await startSolo('generated-clients');
  folder = temporaryFolder('generated-clients').path;
  const description = await (await fetch(`${solo.node.url}/api/v1/openapi.json`)).text();
  await writeFile(join(folder, 'openapi.json'), description);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts', 'hey-api/**/*.ts'] }));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const name of sessions) await copyFile(join(here, `${name}.txt`), join(folder, `${name}.ts`));
  await run(process.execPath, [join(here, 'generate.ts'), join(folder, 'openapi.json'), folder], { cwd: root });
});
afterAll(() => solo.stop());

test('the generated clients and the sessions that use them compile strictly', async () => {
  const compiled = await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder]).catch(
    (error: { readonly stdout: string }) => error,
  );
  expect(compiled.stdout).toBe('');
});

test.each(sessions)('a session runs with the client of %s', async (name) => {
  const { stdout } = await run(process.execPath, [join(folder, `${name}.ts`), solo.node.url, solo.ada.token]);
  expect(JSON.parse(stdout)).toEqual({
    user: 'Ada',
    counts: { added: 4, changed: 2, removed: 0 },
    arrows: 2,
    outline: true,
    card: ['x', 3, null],
    cells: [{ n: 42 }],
    csv: 4,
    threads: [2],
    refused: { code: 'target_not_found', operation: 1, rev: 'number', hint: 'string' },
    empty: 'text_required',
  });
});
