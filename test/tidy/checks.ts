/** checks: what an ordinary test keeps of the house style. Each check returns its findings as lines; none means that all is well. */
import { basename, posix } from 'node:path';

import { folderCycles } from './folder-cycles.ts';
import { type FileImport, importsOf, isCode, isTest, type SourceFile } from './sources.ts';

/** What each top-level folder may import by value, and by type alone. `test` may import everything. */
const layers: Readonly<Record<string, readonly string[]>> = {
  schema: [],
  core: ['schema'],
  storage: ['schema'],
  server: ['schema', 'core', 'storage'],
  rest: ['schema', 'core', 'server'],
  clients: ['schema', 'core'],
};
/** These put everything together (docs/ARCHITECTURE.md). */
const layerExceptions = new Set(['server/process.ts', 'server/compose.ts', 'clients/editor/build.ts']);

export const cycleFindings = (files: readonly SourceFile[]): string[] =>
  folderCycles(importsOf(files.filter((file) => !isTest(file)))).map(
    (group) => `folders import one another: ${group.join(', ')}`,
  );

export function layerFindings(files: readonly SourceFile[]): string[] {
  const product = files.filter((file) => !isTest(file));
  const isWrong = ({ from, to, isType }: FileImport): boolean => {
    const [own = '', other = ''] = [from.split('/')[0], to.split('/')[0]];
    if (own === other || layerExceptions.has(from)) return false;
    // Clients may take types of what they call.
    return !(layers[own]?.includes(other) ?? false) && !(own === 'clients' && isType);
  };
  return importsOf(product)
    .filter(isWrong)
    .map(({ from, to }) => `${from} must not import ${to}`);
}

/** Exported types, interfaces and classes, in tests too. A schema and its type share a name, and a file. */
export function repeatedTypeNames(files: readonly SourceFile[]): string[] {
  const places = new Map<string, Set<string>>();
  for (const { path, text } of files.filter(isCode)) {
    for (const [, name = ''] of text.matchAll(/^export (?:declare )?(?:abstract )?(?:type|interface|class|enum) (\w+)/gm)) {
      places.set(name, (places.get(name) ?? new Set()).add(path));
    }
  }
  return [...places]
    .filter(([, paths]) => paths.size > 1)
    .map(([name, paths]) => `type ${name} is exported by ${[...paths].join(' and ')}`);
}

/** Within core/, tests aside. */
export function repeatedFileNames(files: readonly SourceFile[]): string[] {
  const places = new Map<string, string[]>();
  for (const file of files) {
    if (!file.path.startsWith('core/') || !isCode(file) || isTest(file)) continue;
    places.set(basename(file.path), [...(places.get(basename(file.path)) ?? []), file.path]);
  }
  return [...places.values()].filter((paths) => paths.length > 1).map((paths) => `one file name: ${paths.join(' and ')}`);
}

const internals =
  /\._(?:map|item|start)\b|\.store\.(?:clients|pending)|\b(?:findIndexSS|getState|createDeleteSetFromStructStore)\(/;
const readerOfInternals = 'schema/ydoc/struct-store.ts';

/** A new version of Yjs may change its internals without notice. */
export const internalsFindings = (files: readonly SourceFile[]): string[] =>
  files
    .filter((file) => isCode(file) && file.path !== readerOfInternals && !file.path.startsWith('test/tidy'))
    .flatMap(({ path, text }) => {
      const [found] = internals.exec(text) ?? [];
      return found === undefined ? [] : [`${path} reads ${found} of Yjs, which ${readerOfInternals} is for`];
    });

export const linesMax = 300;

/** Files that may be longer, each with its reason. */
const longFiles: ReadonlyMap<string, string> = new Map([
  ['clients/editor/scene/scene.ts', 'to be split together with the drawing that it shows'],
]);
/** Generated data. */
const isData = (path: string): boolean =>
  /^core\/text\/[\w-]+-table\.ts$/.test(path) || path.endsWith('.d.ts') || path === 'clients/sdk/types.ts';

/** Product code only: a test file is as long as what it tests asks for. */
export const longFileFindings = (files: readonly SourceFile[]): string[] =>
  files
    .filter((file) => isCode(file) && !isTest(file) && !isData(file.path) && !longFiles.has(file.path))
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > linesMax)
    .map(({ path, lines }) => `${path} has ${lines} lines, more than ${linesMax}`);

/** Folders whose prose has been rewritten: the phrases below are refused there. */
export const folderOfPlainProse: readonly string[] = [
  'clients/api',
  'clients/cli',
  'clients/editor',
  'clients/mcp',
  'clients/service',
  'clients/text',
  'clients/verbs',
  'core/arrows',
  'core/articles',
  'core/board',
  'core/changeset',
  'core/drawing',
  'core/fields',
  'core/history',
  'core/images',
  'core/layered',
  'core/layout',
  'core/libraries',
  'core/lint',
  'core/notation',
  'core/ops',
  'core/pages',
  'core/placement',
  'core/planning',
  'core/render',
  'core/selectors',
  'core/shapes',
  'core/sheet',
  'core/tab',
  'core/text',
  'core/views',
  'rest',
  'schema',
  'server/access',
  'server/app',
  'server/cluster',
  'server/copies',
  'server/events',
  'server/images',
  'server/live',
  'server/operations',
  'server/pictures',
  'server/planner',
  'server/rooms',
  'server/workers',
  'storage',
  'test/attacks',
  'test/cluster',
  'test/crash',
  'test/editor',
  'test/faults',
  'test/fuzz',
  'test/gallery',
  'test/bench',
  'test/harness',
  'test/language',
  'test/media',
  'test/office',
  'test/openid',
  'test/pages',
  'test/pictures',
  'test/simulator',
  'test/storage-modes',
  'test/tidy',
  'test/tools',
];

const phrases: readonly RegExp[] = [
  /\banew\b/,
  /\bis told\b/,
  /\bare told\b/,
  /\bthat there is\b/,
  /\bby so much\b/,
  /\bso many\b(?! \w+ as\b)/,
  /\bof whom\b/,
  /\bfor ever\b/,
  /\bnone of its\b/,
  /\bcomes to nothing\b/,
  /\bin vain\b/,
  /\bwhoever\b/i,
  /\bnobody\b/i,
  /\bsomebody\b/i,
];
const prose = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

/** Looks at comments and at whole SPEC files. */
export function phraseFindings(files: readonly SourceFile[], folders: readonly string[]): string[] {
  const isIn = ({ path }: SourceFile): boolean => folders.some((folder) => path.startsWith(`${folder}/`));
  return files.filter(isIn).flatMap(({ path, text }) => {
    const words = path.endsWith('.md') ? text : (text.match(prose) ?? []).join('\n');
    return phrases.flatMap((phrase) => {
      const hit = phrase.exec(words);
      return hit === null ? [] : [`${path}: "${hit[0]}"`];
    });
  });
}

const stated = /^(?:- )?\*\*([A-Z]{2,3}\d+)\*\*/gm;
/** The second alternative is the end of `test.each([…])`. */
const title = /(?:\b(?:test|slowTest|it|describe)(?:\.\w+(?:\([^)]*\))?)*|\](?: as const)?\))\(\s*(['"`])(.*?)\1/gs;
const cited = /\b([A-Z]{2,3}\d+)\b/g;

/**
 * A rule of a SPEC.md is a line that begins with its id in bold, `**RM1**`. Each id is stated once, its prefix is used by one SPEC.md,
 * and some test's title cites it. A title that cites an id with a known prefix cites a rule that is stated.
 */
export function ruleFindings(files: readonly SourceFile[]): string[] {
  const findings: string[] = [];
  const rules = new Map<string, string>();
  const prefixes = new Map<string, string>();
  for (const { path, text } of files.filter((file) => posix.basename(file.path) === 'SPEC.md')) {
    for (const [, id = ''] of text.matchAll(stated)) {
      if (rules.has(id)) findings.push(`${path}: ${id} is stated in ${rules.get(id)} already`);
      rules.set(id, path);
      const prefix = id.replace(/\d+$/, '');
      const owner = prefixes.get(prefix) ?? path;
      if (owner !== path) findings.push(`${path}: the prefix ${prefix} belongs to ${owner}`);
      prefixes.set(prefix, owner);
    }
  }
  const citations = new Set<string>();
  for (const { path, text } of files.filter((file) => isCode(file) && isTest(file))) {
    for (const [, , words = ''] of text.matchAll(title)) {
      for (const [id] of words.matchAll(cited)) {
        if (!prefixes.has(id.replace(/\d+$/, ''))) continue;
        citations.add(id);
        if (!rules.has(id)) findings.push(`${path} cites ${id}, which no SPEC.md states`);
      }
    }
  }
  for (const [id, path] of rules) if (!citations.has(id)) findings.push(`${path}: no test cites ${id}`);
  return findings;
}

const bracketed = /\[([A-Z]{1,3}\d+)\]/g;
/** A rule in the head of a file, ` * V1  The stored journal has …`. */
const statedInHead = /^ \* ([A-Z]{1,3}\d+) /gm;

/** An id in brackets refers to a rule of a SPEC.md or of a file's head. */
export function unstatedRuleFindings(files: readonly SourceFile[]): string[] {
  const known = new Set<string>();
  for (const { path, text } of files) {
    const pattern = posix.basename(path) === 'SPEC.md' ? stated : statedInHead;
    for (const [, id = ''] of text.matchAll(pattern)) known.add(id);
  }
  return files
    .filter((file) => isCode(file) && !file.path.startsWith('test/tidy'))
    .flatMap(({ path, text }) => {
      const unknown = new Set(Array.from(text.matchAll(bracketed), ([, id = '']) => id).filter((id) => !known.has(id)));
      return Array.from(unknown, (id) => `${path} refers to ${id}, which is stated nowhere`);
    });
}
