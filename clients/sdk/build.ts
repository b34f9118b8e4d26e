/**
 * build: the package @atelier/client, in `clients/sdk/dist`: the client and the element `<atelier-board>`, a module without imports each, with
 * their types, and the README.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { build } from 'vite';

const folder = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const declarations = ['index', 'changeset', 'claimed-task', 'client', 'errors', 'types'];

type PackageFile = { readonly version: string; readonly license: string };

/** Returns the package's folder. */
export async function buildClient(): Promise<string> {
  const dist = join(folder, 'dist');
  rmSync(dist, { recursive: true, force: true });
  await buildModule(dist, 'index', join(folder, 'index.ts'));
  await buildModule(dist, 'board', join(root, 'clients/editor/embed/main.ts'));
  writeDeclarations(dist);
  copyFileSync(join(folder, 'board.d.ts'), join(dist, 'board.d.ts'));
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as PackageFile;
  const description = {
    name: '@atelier/client',
    version,
    description: 'Calls an Atelier server from Node and browsers: changesets, reads, live events.',
    license,
    type: 'module',
    sideEffects: ['./board.js'],
    exports: {
      '.': { types: './index.d.ts', default: './index.js' },
      './board': { types: './board.d.ts', default: './board.js' },
    },
    engines: { node: '>=22' },
  };
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify(description, null, 2)}\n`);
  copyFileSync(join(folder, 'README.md'), join(dist, 'README.md'));
  copyFileSync(join(root, 'LICENSE'), join(dist, 'LICENSE'));
  return dist;
}

/** One module, which imports none. */
async function buildModule(dist: string, name: string, entry: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      outDir: dist,
      emptyOutDir: false,
      target: 'es2022',
      minify: false,
      lib: { entry, formats: ['es'], fileName: () => `${name}.js` },
    },
  });
}

/** The types name no module but each other: what the client calls inside is private. */
function writeDeclarations(dist: string): void {
  const emitted = mkdtempSync(join(tmpdir(), 'atelier-client-'));
  try {
    const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
    execFileSync(process.execPath, [tsc, '-p', folder, '--outDir', emitted], { stdio: ['ignore', 'inherit', 'inherit'] });
    for (const name of declarations) {
      const text = readFileSync(join(emitted, 'clients/sdk', `${name}.d.ts`), 'utf8');
      writeFileSync(join(dist, `${name}.d.ts`), text.replace(/'(\.\/[\w-]+)\.ts'/g, "'$1.js'"));
    }
  } finally {
    rmSync(emitted, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  process.stdout.write(`${await buildClient()}\n`);
}
