/**
 * build: what the package ships, in `built`: every module that a server or the command line can load, as JavaScript, with the page, the
 * fonts and the guide that they read. Node does not strip types below `node_modules`, so an installed package cannot run its sources.
 *
 * The folders are those of the sources, so addresses relative to a module hold in both. `npm pack` runs this.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, posix } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { buildEditor } from '../editor/build.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const built = join(root, 'built');
/** What starts by its name; whatever these refer to is shipped with them. */
const entries = ['clients/cli/process.ts', 'server/main.ts', 'server/admin.ts'];
/** Files that modules read while they run. */
const assets = ['server/pictures/fonts', 'docs/changesets.md', 'clients/editor/dist'];
/** Files of a package that is too large to be installed with it, which modules read as `#lucide/…`. */
const icons = { from: 'node_modules/lucide-static', files: ['icon-nodes.json', 'tags.json', 'LICENSE'] };
const unshipped = /\.(ts|html)$/;

/** A module in quotes: relative, or by the `#` name of its folder. */
const module = /'((?:\.{1,2}|#\w+)\/[^'\n$]*)\.ts'/g;

/** Writes the package's files and returns the paths of its modules. Throws if a module that is referred to does not exist. */
export async function buildPackage(): Promise<string[]> {
  await buildEditor();
  const next = `${built}.next`;
  rmSync(next, { recursive: true, force: true });
  const seen = new Set(entries);
  for (const path of seen) {
    const code = stripTypeScriptTypes(readFileSync(join(root, path), 'utf8'));
    for (const [, name = ''] of code.matchAll(module)) seen.add(pathOf(`${name}.ts`, path));
    const file = join(next, path.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, code.replace(module, "'$1.js'"));
  }
  for (const path of assets) {
    const isPage = path === 'clients/editor/dist';
    cpSync(join(root, path), join(next, path), { recursive: true, filter: (file) => isPage || !unshipped.test(file) });
  }
  const { name, version, type, imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as PackageFile;
  for (const file of icons.files) cpSync(join(root, icons.from, file), join(next, 'lucide', file));
  // A name with a condition is of the page alone, which is built already.
  const own = Object.entries(imports).filter(([, target]) => typeof target === 'string');
  const names = { ...Object.fromEntries(own), '#lucide/*': './lucide/*' };
  writeFileSync(
    join(next, 'package.json'),
    `${JSON.stringify({ name, version, private: true, type, imports: names }, null, 2)}\n`,
  );
  rmSync(built, { recursive: true, force: true });
  renameSync(next, built);
  return [...seen];
}

type PackageFile = {
  readonly name: string;
  readonly version: string;
  readonly type: string;
  readonly imports: Readonly<Record<string, unknown>>;
};

const pathOf = (name: string, from: string): string =>
  name.startsWith('#') ? name.slice(1) : posix.join(posix.dirname(from), name);

if (process.argv[1] !== undefined && fileURLToPath(import.meta.url) === process.argv[1]) {
  const modules = await buildPackage();
  if (!existsSync(join(built, 'clients/editor/dist/index.html')))
    throw new Error("The editor's page is not built, and what builds it is not installed: npm ci, without --omit=dev.");
  process.stderr.write(`The package has ${modules.length} modules.\n`);
}
