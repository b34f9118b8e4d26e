/** sources: the files that the tidy checks read, and what each imports. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Path from the root, with `/`. */
export type SourceFile = { readonly path: string; readonly text: string };

/** `isType`: the import disappears when types are stripped. */
export type FileImport = { readonly from: string; readonly to: string; readonly isType: boolean };

const root = fileURLToPath(new URL('../..', import.meta.url));
const folders = ['schema', 'core', 'storage', 'server', 'rest', 'clients', 'test'];
const isSkipped = (name: string): boolean => name === 'node_modules' || name.startsWith('dist');

/** Every TypeScript file and every SPEC.md below the source folders. */
export function readSources(): SourceFile[] {
  const found: SourceFile[] = [];
  const walk = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!isSkipped(entry.name)) walk(path);
      } else if (/\.tsx?$/.test(entry.name) || entry.name === 'SPEC.md') {
        found.push({ path, text: readFileSync(join(root, path), 'utf8') });
      }
    }
  };
  for (const folder of folders) walk(folder);
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

export const isCode = ({ path }: SourceFile): boolean => /\.tsx?$/.test(path);

/** Tests, what only tests import, the acceptance suite of storage, and everything below test/. */
export const isTest = ({ path }: SourceFile): boolean =>
  /\.test(-support)?\.tsx?$/.test(path) || path.startsWith('test/') || path.startsWith('storage/contract/');

const statement =
  /(?:import|export)\s+(type\s+)?((?:[\w$*]+|\{[^}]*\})?(?:\s*,\s*(?:\{[^}]*\}|\*\s+as\s+\w+))?(?:\s+as\s+\w+)?)\s*(?:from\s*)?'([^']+)'|import\(\s*'([^']+)'\s*\)/g;
const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

/** The imports between the given files; a lazy `import()` is an import by value. */
export function importsOf(files: readonly SourceFile[]): FileImport[] {
  const paths = new Set(files.map(({ path }) => path));
  return files.filter(isCode).flatMap(({ path, text }) =>
    [...text.replace(comments, '').matchAll(statement)].flatMap(([, type, names = '', specifier, lazy]) => {
      const to = targetOf(path, specifier ?? lazy ?? '');
      return to !== null && paths.has(to) ? [{ from: path, to, isType: type !== undefined || bringsOnlyTypes(names) }] : [];
    }),
  );
}

function targetOf(from: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? posix.normalize(posix.join(posix.dirname(from), specifier)) : null;
}

function bringsOnlyTypes(names: string): boolean {
  const list = /^\{([^}]*)\}$/
    .exec(names.trim())?.[1]
    ?.split(',')
    .filter((name) => name.trim() !== '');
  return list !== undefined && list.length > 0 && list.every((name) => name.trim().startsWith('type '));
}
