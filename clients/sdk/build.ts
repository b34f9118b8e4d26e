/**
 * build: the package @atelier/client, in `clients/sdk/dist`: one module without imports, its types, its README; and as a module of its own
 * the element `<atelier-board>`.
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
  await buildModule(join(folder, 'index.ts'), 'index', { outDir: dist, emptyOutDir: true });
  await buildModule(join(root, 'clients/editor/embed/main.ts'), 'board', { outDir: dist, emptyOutDir: false });
  writeDeclarations(dist);
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as PackageFile;
  const description = {
    name: '@atelier/client',
    version,
    description: 'Calls an Atelier server from Node and browsers: changesets, reads, live events.',
    license,
    type: 'module',
    // The module of the element defines it.
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

function buildModule(
  entry: string,
  name: string,
  out: { readonly outDir: string; readonly emptyOutDir: boolean },
): Promise<unknown> {
  return build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: { ...out, target: 'es2022', minify: false, lib: { entry, formats: ['es'], fileName: () => `${name}.js` } },
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
    execFileSync(process.execPath, [tsc, '-p', join(folder, 'board'), '--outDir', emitted], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    copyFileSync(join(emitted, 'clients/editor/embed/atelier-board.d.ts'), join(dist, 'board.d.ts'));
  } finally {
    rmSync(emitted, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  process.stdout.write(`${await buildClient()}\n`);
}
