/** The content of an image, assembled without Docker: the package, and packages without development dependencies. */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { openStorage } from '#storage/storage.ts';
import { Api } from '#test/harness/api.ts';
import { TestEditor } from '#test/harness/editor.ts';
import { freePort } from '#test/harness/free-port.ts';
import { packProject, unpack } from '#test/harness/package.ts';
import { addPerson } from '#test/harness/people.ts';
import { temporaryFolder, type TemporaryFolder } from '#test/harness/temporary-folder.ts';
import { startTied } from '#test/harness/tied-process.ts';
import { until } from '#test/harness/editor.ts';

import { soonMs } from './company.ts';
import { dockerfileOf } from './dockerfile.ts';
import { say } from './verdict.ts';

let folder: TemporaryFolder;
beforeAll(() => {
  folder = temporaryFolder('production');
});
afterAll(() => folder.remove());

type Locked = { readonly dev?: boolean; readonly devOptional?: boolean };

/** The packages that `npm ci --omit=dev` would install, from those installed here. */
function copyPackages(): number {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
  const needed = Object.entries(packages).filter(
    ([path, { dev, devOptional }]) => path !== '' && dev !== true && devOptional !== true,
  );
  const nested = (path: string): boolean => path.endsWith('/node_modules');
  for (const [path] of needed) {
    // A package for another platform is not installed.
    if (!existsSync(path)) continue;
    cpSync(path, join(folder.path, path), {
      recursive: true,
      dereference: true,
      filter: (source) => !nested(source.slice(path.length)),
    });
  }
  return needed.length;
}

test('a node starts from it and serves people and agents', async () => {
  const image = dockerfileOf(readFileSync('Dockerfile', 'utf8')).at(-1)!;
  await unpack(await packProject(folder.path), folder.path);
  const packages = copyPackages();
  const [dataDir, port] = [join(folder.path, 'data'), await freePort()];
  const storage = await openStorage({ dataDir });
  const ada = await addPerson(storage, 'Ada');
  await storage.close();
  const env = { PATH: process.env['PATH'], NODE_ENV: 'production', DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' };
  const [, ...args] = image.command;
  const node = startTied(process.execPath, args, { cwd: folder.path, env, group: true });
  const url = `http://127.0.0.1:${port}`;
  const isReady = (): Promise<boolean> =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(isReady, soonMs, 'it does not start').catch((error: unknown) => {
    throw new Error(node.output(), { cause: error });
  });
  const api = new Api(url, ada.token);
  const place = await api.createDocument();
  const editor = new TestEditor({ url, documentId: place.id, credential: ada.token });
  await editor.synced(soonMs);
  const drawn = await api.changeset(
    place,
    'add square id=a label=One\nadd circle id=b label=Two\nconnect a -> b\nlayout type:shape',
  );
  expect([drawn.status, JSON.stringify(drawn.body)]).toEqual([201, expect.any(String)]);
  await until(() => editor.element(place.tab, 'b') !== undefined, soonMs, 'an editor does not see it');
  for (const kind of ['svg', 'png'])
    expect((await api.call('GET', `/documents/${place.id}/tabs/${place.tab}/render.${kind}`)).status, kind).toBe(200);
  expect((await api.call('GET', '/openapi.json')).status).toBe(200);
  editor.destroy();
  process.kill(-node.pid, 'SIGTERM');
  await node.ended;
  expect(node.child.exitCode, node.output()).toBe(0);
  say('production', `holds: ${packages} packages`);
});
