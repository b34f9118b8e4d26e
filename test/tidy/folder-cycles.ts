/** folder-cycles: folders that import one another by value. */
import { posix } from 'node:path';

import type { FileImport } from './sources.ts';

/** The composition roots put everything together, and nothing imports them. */
const compositionRoots = new Set(['server/process.ts', 'server/compose.ts']);

/**
 * Each group of folders that reach one another by value imports, sorted. Folders are compared with their siblings, each with all that
 * is below it; a folder and its own subfolders may import one another.
 */
export function folderCycles(imports: readonly FileImport[]): string[][] {
  const edges = new Map<string, Set<string>>();
  for (const { from, to, isType } of imports) {
    if (isType || compositionRoots.has(from)) continue;
    const [a, b] = siblings(posix.dirname(from).split('/'), posix.dirname(to).split('/'));
    if (a === null || b === null) continue;
    edges.set(a, (edges.get(a) ?? new Set()).add(b));
  }
  const reach = new Map([...edges.keys()].map((folder) => [folder, reachableFrom(folder, edges)]));
  const groups = [...reach]
    .filter(([folder, others]) => others.has(folder))
    .map(([folder, others]) => [...others].filter((other) => reach.get(other)?.has(folder) === true).toSorted());
  return [...new Map(groups.map((group) => [group.join(' '), group])).values()];
}

/** The two folders where the paths part; null for both when one holds the other. */
function siblings(a: readonly string[], b: readonly string[]): [string, string] | [null, null] {
  const at = a.findIndex((name, index) => name !== b[index]);
  if (at < 0 || at >= b.length) return [null, null];
  return [a.slice(0, at + 1).join('/'), b.slice(0, at + 1).join('/')];
}

function reachableFrom(start: string, edges: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>();
  const open = [start];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const next of edges.get(folder) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(next);
    }
  }
  return reached;
}
