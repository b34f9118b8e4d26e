/** source-files: the project's TypeScript, and which file imports which, for tests that hold the tree to its rules. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Every TypeScript file of the project, as a path from its root. */
export const sourceFiles: ReadonlySet<string> = new Set(
  globSync('{schema,core,storage,server,rest,clients,test}/**/*.{ts,tsx}', { cwd: root }).filter(
    (path) => !/\/dist(\.next)?\//.test(path),
  ),
);

export const sourceOf = (path: string): string => readFileSync(join(root, path), 'utf8');

export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);

const imports = new Map<string, readonly string[]>();

/** What a file imports by value: files of the project as paths from its root, everything else by its name. Types do not count. */
export function importsOf(path: string): readonly string[] {
  const cached = imports.get(path) ?? readImports(path);
  imports.set(path, cached);
  return cached;
}

function readImports(path: string): readonly string[] {
  const source = sourceOf(path);
  const statements = [...source.matchAll(/^(?:import|export)\s+(?!type\b)(?:([^'";]*?)\s+from\s+)?'([^']+)'/gm)]
    .filter(([, names = '']) => !isTypesOnly(names))
    .map(([, , name = '']) => name);
  const calls = [...source.matchAll(/\bimport\('([^']+)'\)/g)].map(([, name = '']) => name);
  return [...statements, ...calls].map((name) => resolved(name, path));
}

/** `{ type A, type B }`, which leaves nothing to import. */
function isTypesOnly(names: string): boolean {
  const list = /^\{([^}]*)\}$/.exec(names.trim())?.[1];
  if (list === undefined) return false;
  const items = list.split(',').map((item) => item.trim());
  return items.every((item) => item === '' || item.startsWith('type '));
}

function resolved(name: string, from: string): string {
  if (name.startsWith('#')) return name.slice(1);
  return name.startsWith('.') ? normalize(join(dirname(from), name)) : name;
}
