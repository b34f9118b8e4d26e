/** How large an installation is: the packed project, and the packages that production needs. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';

const run = promisify(execFile);
const megabyte = 1_000_000;

/** What `npm pack` would write, fonts and documentation included. */
async function packedBytes(): Promise<number> {
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { maxBuffer: 64 * megabyte });
  // npm 12 answers with an object by package name, earlier ones with a list.
  const [pack] = Object.values(JSON.parse(stdout) as Record<string, { readonly size: number }>);
  return pack!.size;
}

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

test('the packed project has less than 60 MB, and the packages that it needs less than 100 MB', async () => {
  const packed = await packedBytes();
  let installed = 0;
  for (const folder of productionFolders()) installed += await bytesIn(folder);
  const shown = (bytes: number): string => `${(bytes / megabyte).toFixed(1)} MB`;
  process.stdout.write(`packed: ${shown(packed)}; packages of an installation: ${shown(installed)}\n`);
  expect(packed).toBeGreaterThan(megabyte);
  expect(packed).toBeLessThan(60 * megabyte);
  expect(installed).toBeGreaterThan(10 * megabyte);
  expect(installed).toBeLessThan(100 * megabyte);
}, 120_000);
