/** The client library as its tarball, installed in an empty folder. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { startTestServer, type TestPerson, type TestServer } from '#rest/server.test-support.ts';
import { packProject } from '#test/harness/package.ts';
import { startProxy, type TcpProxy } from '#test/harness/tcp-proxy.ts';
import { temporaryFolder, type TemporaryFolder } from '#test/harness/temporary-folder.ts';

import { buildClient } from './build.ts';

const run = promisify(execFile);

let server: TestServer;
let ada: TestPerson;
let proxy: TcpProxy;
let folder: TemporaryFolder;
beforeAll(async () => {
  [server, folder] = [await startTestServer(), temporaryFolder('client')];
  ada = await server.addPerson('Ada');
  proxy = await startProxy({ host: '127.0.0.1', port: Number(new URL(server.origin).port) });
  const tarball = await packProject(folder.path, await buildClient());
  await run('npm', ['install', '--offline', '--no-audit', tarball], { cwd: folder.path });
}, 120_000);
afterAll(async () => {
  await proxy.close();
  await server.close();
  folder.remove();
});

/** Runs a program below the folder in which the library is installed, with the server's address and a token. */
async function program(text: string): Promise<string> {
  const file = join(folder.path, `program-${text.length}.mjs`);
  writeFileSync(
    file,
    `const url = '${server.origin}', broken = 'http://127.0.0.1:${proxy.port}', token = '${ada.token}';\n${text}`,
  );
  const env = { PATH: process.env['PATH'], ATELIER_TOKEN: ada.token };
  return (await run(process.execPath, [file], { cwd: folder.path, env, timeout: 60_000 })).stdout;
}

const installed = (file: string): string => readFileSync(join(folder.path, 'node_modules/@atelier/client', file), 'utf8');

test('SDK1 it needs no other package, and its modules import only each other', () => {
  expect(Object.keys(JSON.parse(installed('package.json')) as object)).not.toContain('dependencies');
  expect(installed('index.js')).not.toMatch(/^import\b|\bimport\(|\brequire\(|\bprocess\.|node:/m);
  const types = new Set(['./index.js']);
  for (const module of types) {
    expect(module).toMatch(/^\.\/[\w-]+\.js$/);
    for (const [, from = ''] of installed(module.replace(/js$/, 'd.ts')).matchAll(/(?:from |import\()'([^']+)'/g))
      types.add(from);
  }
  expect([...types]).toContain('./claimed-task.js');
});

test('SDK8 the module of the element needs nothing, and is loaded where there are no elements', async () => {
  expect(installed('board.js')).not.toMatch(/^import\b|\bimport\(|\brequire\(|\bprocess\.|node:/m);
  expect(installed('board.d.ts')).not.toMatch(/from '|import\(/);
  const output = await program(`import { AtelierBoard, defineAtelierBoard } from '@atelier/client/board';
    defineAtelierBoard();
    console.log(url.length > 0, AtelierBoard.observedAttributes.includes('src'));`);
  expect(output).toBe('true true\n');
});

test('SDK1 SDK4 the programs of its README work', async () => {
  const [first = '', second = '', third = ''] = [...installed('README.md').matchAll(/^```js\n([^]*?)^```$/gm)].map(
    ([, block = '']) => block,
  );
  expect(first).toContain("'http://127.0.0.1:4100'");
  // A comment while the third waits for one.
  const comment = `setTimeout(() => atelier.call('POST /documents/:doc/tabs/:tab/comments', {
    params: place, body: { elementId: 'cart', text: 'Why?' } }), 500);\n`;
  const output = await program(`${first.replace("'http://127.0.0.1:4100'", 'url')}\n${second}\n${comment}${third}`);
  expect(output).toMatch(/^\+ cart square "Cart" [^]*\+ pays arrow cart -> orders [^]*\nrev 0→1 · /);
  expect(output).toContain("type: 'comment'");
});

test('SDK5 a call whose answer is lost is applied once, and a key holds for another process', async () => {
  let cuts = 0;
  proxy.judge((chunk) => {
    if (cuts > 0 || !chunk.toString('latin1').startsWith('POST')) return 'pass';
    cuts += 1;
    return 'cut-after';
  });
  const create = (options: string): string => `import { Client } from '@atelier/client';
    const { id } = await new Client({ url: broken, token }).call('POST /documents', { body: { name: 'Once' }, ${options} });
    console.log(id);`;
  await program(create(''));
  expect(cuts).toBe(1);
  const twice = [await program(create("idempotencyKey: 'job-1'")), await program(create("idempotencyKey: 'job-1' ,"))];
  expect(twice[0]).toBe(twice[1]);
  const { text } = await server.call('GET', '/documents?limit=100', { token: ada.token });
  expect(text.match(/"name":"Once"/g)).toHaveLength(2);
});

test('SDK4 a missing server is Unreachable, and a refusal has code, hint and status', async () => {
  const output = await program(`import { Client, Refused, Unreachable } from '@atelier/client';
    const failed = (promise) => promise.then(() => null, (error) => error);
    const away = await failed(new Client({ url: 'http://127.0.0.1:1' }).call('GET /me'));
    const none = await failed(new Client({ url }).call('GET /me'));
    console.log(away instanceof Unreachable, none instanceof Refused, none.code, none.problem.status, none.problem.hint.length > 10);`);
  expect(output).toBe('true true unauthenticated 401 true\n');
});

test('SDK6 events arrive once each across a broken connection, and leaving the loop ends the process', async () => {
  const place = await server.addDocument(ada.token, 'Followed');
  let streams = 0;
  proxy.judge((chunk) => {
    const text = chunk.toString('latin1');
    if (text.startsWith('GET') && text.includes('/events')) streams += 1;
    return streams === 1 && text.includes('event: changeset') ? 'cut-after' : 'pass';
  });
  const output = await program(`import { Client, changeset } from '@atelier/client';
    const atelier = new Client({ url: broken, token }), direct = new Client({ url, token });
    const place = { doc: '${place.id}', tab: '${place.tab}' };
    const seen = [];
    const draw = async () => { for (const id of ['a', 'b', 'c']) { await new Promise((resolve) => setTimeout(resolve, 400));
      await direct.apply(place, changeset().add({ kind: 'square', id })); } };
    const drawing = draw();
    for await (const { type, data } of atelier.events(place.doc, { types: ['changeset'] })) {
      seen.push(data.rev);
      if (seen.length === 3) break;
    }
    await drawing;
    console.log(seen.join());`);
  expect(output).toBe('1,2,3\n');
});
