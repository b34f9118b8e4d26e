/**
 * build: builds the editor's page, clients/editor/dist, if it is missing or older than its sources.
 *
 * A page that is up to date is left alone, at the cost of reading its sources. Of several processes that find it out of date one
 * builds; the others wait for it. The new page replaces the old one as a whole: a failing build leaves the old one. An
 * installation without development packages uses the page that it was shipped with.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { compressPage } from './compress-page.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'clients/editor');
const dist = join(folder, 'dist');
/** Beside the page rather than in it, so that it is not served. */
const stamp = join(folder, 'dist.stamp');
const lock = join(folder, 'dist.lock');
const sources = ['clients/api', 'clients/editor', 'clients/templates', 'core', 'schema'];

/** Resolves when the page is up to date. Throws what Vite throws. */
export async function buildEditor(): Promise<'fresh' | 'built' | 'given'> {
  if (!hasVite()) return 'given';
  if (isFresh(digest())) return 'fresh';
  await take(lock);
  try {
    const current = digest();
    if (isFresh(current)) return 'fresh';
    await makePage();
    writeFileSync(stamp, current);
    return 'built';
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

const isFresh = (current: string): boolean =>
  existsSync(join(dist, 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === current;

function hasVite(): boolean {
  try {
    createRequire(import.meta.url).resolve('vite');
    return true;
  } catch {
    return false;
  }
}

async function makePage(): Promise<void> {
  const { build } = await import('vite');
  const next = `${dist}.next`;
  const last = `${dist}.last`;
  // Vite would take the mode of this process, such as that of tests, for the page's.
  const own = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await build({ configFile: join(folder, 'vite.config.ts'), logLevel: 'error', build: { outDir: next } });
    await build({ configFile: join(folder, 'vite.chat.config.ts'), logLevel: 'error', build: { outDir: next } });
    await build({ configFile: join(folder, 'vite.published.config.ts'), logLevel: 'error', build: { outDir: next } });
  } finally {
    if (own === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = own;
  }
  await compressPage(next);
  rmSync(last, { recursive: true, force: true });
  if (existsSync(dist)) renameSync(dist, last);
  renameSync(next, dist);
  rmSync(last, { recursive: true, force: true });
}

/** The hash of all sources of the page. */
function digest(): string {
  const hash = createHash('sha256');
  const files = sources.flatMap((source) => filesIn(join(root, source))).sort();
  for (const file of [...files, join(root, 'package.json'), join(root, 'package-lock.json')]) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesIn(path: string): string[] {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) return entry.name.startsWith('dist') || entry.name === 'samples' ? [] : filesIn(inner);
    return entry.name.startsWith('dist.') || /\.test(-support)?\.tsx?$/.test(entry.name) ? [] : [inner];
  });
}

/** A lock: a folder that only one process can create; one whose process has ended is taken over. */
async function take(path: string): Promise<void> {
  for (;;) {
    try {
      mkdirSync(path);
      writeFileSync(join(path, 'pid'), String(process.pid));
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    if (isAbandoned(path)) rmSync(path, { recursive: true, force: true });
    else await delay(50);
  }
}

function isAbandoned(path: string): boolean {
  try {
    process.kill(Number(readFileSync(join(path, 'pid'), 'utf8')), 0);
    return false;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'EPERM') return false;
    // No process takes longer than this between creating the folder and writing its id into it.
    return code === 'ESRCH' || (existsSync(path) && Date.now() - statSync(path).mtimeMs > 5_000);
  }
}

if (process.argv[1] !== undefined && dirname(fileURLToPath(import.meta.url)) === dirname(process.argv[1])) {
  const began = Date.now();
  const done = await buildEditor();
  if (done === 'built') process.stdout.write(`The editor's page is built (${((Date.now() - began) / 1000).toFixed(1)} s).\n`);
  if (done === 'given' && !existsSync(join(dist, 'index.html')))
    process.stderr.write("The editor's page is not built, and what builds it is not installed: npm ci, without --omit=dev.\n");
}
