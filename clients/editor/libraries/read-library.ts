/**
 * read-library: the file of a shape library: our own (JSON, as `atelier library add` reads it), Excalidraw's or draw.io's.
 *
 * Items of others are drawn aside by the operation `import`. What it cannot draw is left out, and so are items of which nothing is left.
 */
import { type ItemSource, itemsInLibrary } from '#core/import/items-in-library.ts';
import { parsedJson } from '#core/notation/parsed-json.ts';
import type { LibraryItem } from '#schema/library.ts';
import { LibraryItem as LibraryItemSchema } from '#schema/library.ts';
import { limits } from '#schema/limits.ts';
import { isPlainObject } from '#schema/plain-object.ts';
import { isProblem } from '#schema/problem.ts';
import { isValid } from '#schema/validate.ts';

import { planChange } from '../changes/change.ts';
import { aside } from '../changes/copies.ts';
import { applyOperations } from '../clipboard/pasted-text.ts';
import { itemFrom } from './item-of.ts';

export type ReadLibrary = {
  readonly name: string;
  readonly items: readonly LibraryItem[];
  /** How many items of the file could not be drawn. */
  readonly leftOut: number;
};

const drawnAtOnce = 10;

/** Null if the file is no library. `name`: the library's if the file names none. `untitled`: the title of the nth item. */
export async function readLibrary(text: string, name: string, untitled: (number: number) => string): Promise<ReadLibrary | null> {
  const own = ownLibrary(text, name);
  if (own !== null) return own;
  const sources = itemsInLibrary(text);
  if (sources === null) return null;
  const shown = sources.slice(0, limits.itemsPerLibrary);
  const items: LibraryItem[] = [];
  for (const [at, source] of shown.entries()) {
    // The page stays alive while hundreds of items are drawn.
    if (at % drawnAtOnce === drawnAtOnce - 1) await new Promise((resolve) => setTimeout(resolve));
    const item = drawn(source, untitled(at + 1));
    if (item !== null) items.push(item);
  }
  return { name, items, leftOut: sources.length - items.length };
}

function ownLibrary(text: string, name: string): ReadLibrary | null {
  const value = parsedJson(text);
  if (!isPlainObject(value) || !Array.isArray(value['items'])) return null;
  const all: unknown[] = value['items'];
  const items = all.filter((item): item is LibraryItem => isValid(LibraryItemSchema, item)).slice(0, limits.itemsPerLibrary);
  const named = typeof value['name'] === 'string' && value['name'].trim() !== '' ? value['name'] : name;
  return { name: named.slice(0, limits.nameCharacters), items: items.map(withNewId), leftOut: all.length - items.length };
}

/** The same file can be imported twice. */
const withNewId = (item: LibraryItem): LibraryItem => ({ ...item, id: crypto.randomUUID() });

function drawn({ title, format, text }: ItemSource, untitled: string): LibraryItem | null {
  const operation = { op: 'import', format, text } as const;
  const edits = planChange(aside([]), applyOperations([{ operation, index: 0 }]));
  if (isProblem(edits)) return null;
  const elements = edits.flatMap(({ after }) => after ?? []).toSorted((a, b) => (a.z < b.z ? -1 : 1));
  const item = itemFrom(elements, untitled);
  const named = title.trim().slice(0, limits.nameCharacters);
  return item === null || named === '' ? item : { ...item, title: named };
}
