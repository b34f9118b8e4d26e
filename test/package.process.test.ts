/** The package: how large it is, and that it runs in an empty folder by the README's words, from JavaScript alone. */
import { execFile } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { until } from './harness/editor.ts';
import { freePort } from './harness/free-port.ts';
import { packProject } from './harness/package.ts';
import { temporaryFolder, type TemporaryFolder } from './harness/temporary-folder.ts';
import { startTied } from './harness/tied-process.ts';

const run = promisify(execFile);
const megabyte = 1_000_000;

const readme = readFileSync('README.md', 'utf8');
const blocks = [...readme.matchAll(/^```\n([^]*?)^```$/gm)].map(([, block = '']) => block);

let folder: TemporaryFolder;
let tarball: string;
/** An empty folder in which the README's commands are run. */
let empty: TemporaryFolder;
beforeAll(async () => {
  [folder, empty] = [temporaryFolder('package'), temporaryFolder('empty')];
  tarball = await packProject(folder.path);
  copyFileSync(tarball, join(empty.path, basename(tarball)));
}, 180_000);
afterAll(() => {
  folder.remove();
  empty.remove();
});

/** The folders of packages that `npm ci --omit=dev` installs on this machine. */
function productionFolders(): string[] {
  type Locked = { readonly dev?: boolean; readonly devOptional?: boolean };
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { readonly packages: Record<string, Locked> };
  return Object.entries(packages).flatMap(([path, { dev, devOptional }]) => (path === '' || dev || devOptional ? [] : [path]));
}

/** The bytes of a package's files, without packages inside it; 0 if it is not for this machine. */
async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const sizes = entries.map(async (entry): Promise<number> => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? 0 : bytesIn(path);
    return entry.isFile() ? (await stat(path)).size : 0;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

describe('the package', () => {
  test('has less than 60 MB, and the packages that it needs less than 100 MB', async () => {
    const packed = (await stat(tarball)).size;
    let installed = 0;
    for (const path of productionFolders()) installed += await bytesIn(path);
    const { stdout } = await run('tar', ['-tzvf', tarball], { maxBuffer: 64 * megabyte });
    const files = stdout.trimEnd().split('\n').map((line) => line.split(/\s+/)); // prettier-ignore
    const bytesBelow = (path: string): number =>
      files.reduce((sum, line) => sum + (line[5]?.startsWith(`package/${path}`) === true ? Number(line[2]) : 0), 0);
    const shown = (bytes: number): string => `${(bytes / megabyte).toFixed(1)} MB`;
    const parts = ['built/server/pictures/fonts', 'built/clients/editor/dist', 'docs'].map(
      (path) => `${path} ${shown(bytesBelow(path))}`,
    );
    process.stdout.write(
      `packed: ${shown(packed)}; unpacked: ${shown(bytesBelow(''))}, of which ${parts.join(', ')}; packages of an installation: ${shown(installed)}\n`,
    );
    expect(packed).toBeGreaterThan(megabyte);
    expect(packed).toBeLessThan(60 * megabyte);
    expect(installed).toBeGreaterThan(10 * megabyte);
    expect(installed).toBeLessThan(100 * megabyte);
  });

  test('has JavaScript, the page and the guides, and neither sources nor tests', async () => {
    const { stdout } = await run('tar', ['-tzf', tarball], { maxBuffer: 64 * megabyte });
    const paths = stdout.trimEnd().split('\n');
    for (const path of ['clients/cli/atelier.mjs', 'built/server/main.js', 'built/clients/editor/dist/index.html', 'docs/cli.md'])
      expect(paths).toContain(`package/${path}`);
    expect(paths.filter((path) => /\.tsx?$|\.test\.|^package\/(test|data|node_modules)\//.test(path))).toEqual([]);
  });

  test('serves in an empty folder, and draws, by the words of the README', async () => {
    const [install = '', serve = ''] = blocks
      .find((block) => block.startsWith('npm install ./'))!
      .trim()
      .split('\n');
    const curl = blocks.find((block) => block.startsWith('curl '))!;
    const draw = blocks.find((block) => block.startsWith('export ATELIER_TOKEN='))!.split('\n').slice(0, 3); // prettier-ignore
    const port = await freePort();
    // Not what npm sets for the tests; the certificates are those that this machine's network needs.
    const { PATH = '', HOME = '', NODE_EXTRA_CA_CERTS = '' } = process.env;
    const env = { PATH, HOME, NODE_EXTRA_CA_CERTS, PORT: String(port), npm_config_prefer_offline: 'true' };
    const began = performance.now();
    await run('bash', ['--norc', '-euc', install], { cwd: empty.path, env });
    const server = startTied('bash', ['--norc', '-euc', serve], { cwd: empty.path, env, group: true });
    try {
      await until(() => server.output().includes('"msg":"ready"'), 60_000, 'it does not start').catch((error: unknown) => {
        throw new Error(server.output(), { cause: error });
      });
      const exports = server
        .output()
        .match(/^ +export .*$/gm)!
        .join('\n');
      const answer = await run('bash', ['--norc', '-euc', `${exports}\n${curl}`], { cwd: empty.path, env });
      const seconds = (performance.now() - began) / 1_000;
      process.stdout.write(`from the tarball to the first drawing: ${seconds.toFixed(1)} s\n`);
      expect((JSON.parse(answer.stdout) as { text: string }).text).toMatch(/^\+ orders cylinder [^]* · lint clean · /);
      expect(seconds).toBeLessThan(60);

      const api = `http://127.0.0.1:${port}`;
      const lines = [exports, `export ATELIER_URL=${api}`, ...draw].join('\n');
      const { stdout } = await run('bash', ['--norc', '-euc', lines], { cwd: empty.path, env });
      expect(stdout).toContain('+ pay-now square "Pay now"');
      const token = /TOKEN=(\S+)/.exec(exports)![1]!;
      const tab = /TAB=(\S+)/.exec(exports)![1]!;
      const statusOf = async (url: string): Promise<number> =>
        (await fetch(url, { headers: { Authorization: `Bearer ${token}` } })).status;
      // The page, a picture drawn in a worker, a layout planned in another.
      expect([await statusOf(api), await statusOf(`${tab}/render.png`)]).toEqual([200, 200]);
      const edit = `${exports}\nexport ATELIER_TOKEN=$TOKEN\nprintf 'layout all\\n' | npx atelier edit Welcome -f - --url ${api}`;
      expect((await run('bash', ['--norc', '-euc', edit], { cwd: empty.path, env })).stdout).toMatch(/rev \d/);
      const admin = await run('npx', ['atelier', 'admin', 'user', 'ls'], { cwd: empty.path, env });
      expect(admin.stdout).toMatch(/"name":"Owner"/);
    } finally {
      process.kill(-server.pid, 'SIGTERM');
      await server.ended;
    }
  }, 180_000);
});
