/**
 * Reads and writes the sheets of a document (SPEC.md). docs/document-model.md names every key.
 *
 * Rows and columns are keys of maps with fractional indices as values. Two people who insert at the same time therefore both
 * keep what they inserted, in one order everywhere.
 */
import * as Y from 'yjs';

import { isId } from '../ids.ts';
import { limits } from '../limits.ts';
import { type SheetAxis, type SheetState, StoredCell } from '../sheet.ts';
import { isPlainObject } from '../plain-object.ts';
import { cleanText, coercerOf } from './coerce.ts';
import { byOrder, firstOrderKey, isOrderKey } from './order-key.ts';
import { mapIn, root, rootMap } from './roots.ts';

export const sheetMaps = ['rows', 'cols', 'cells', 'sizes', 'hidden', 'merges', 'filters'] as const;
export type SheetMap = (typeof sheetMaps)[number];

export const sheetIds = (doc: Y.Doc): string[] => {
  const ids: string[] = [];
  rootMap(doc, 'sheets')?.forEach((value, id) => {
    if (value instanceof Y.Map && isId('sheet', id)) ids.push(id);
  });
  return ids.sort();
};

export type SheetName = Pick<SheetState, 'id' | 'tabId' | 'title'>;

/** The titles and tabs of all sheets, the oldest first. Nothing else of them is read. */
export const sheetList = (doc: Y.Doc): SheetName[] =>
  sheetIds(doc).flatMap((id) => {
    const sheet = mapIn(rootMap(doc, 'sheets'), id);
    const tabId = sheet?.get('tabId');
    return sheet !== null && typeof tabId === 'string' ? [{ id, tabId, title: titleOf(sheet) }] : [];
  });

/** Null if the document has no such sheet. The caller owns the map `cells`. */
export function readSheet(doc: Y.Doc, id: string): (SheetState & { readonly cells: Map<string, StoredCell> }) | null {
  const frame = readFrame(doc, id);
  return frame === null ? null : { ...frame, cells: new Map(readCells(doc, frame)) };
}

/** A sheet without its cells. */
export type SheetFrame = Omit<SheetState, 'cells'>;

/** Null if the document has no such sheet. `before`: an earlier frame with the same rows and columns, which are reused. */
export function readFrame(doc: Y.Doc, id: string, before?: SheetFrame): SheetFrame | null {
  const sheet = isId('sheet', id) ? mapIn(rootMap(doc, 'sheets'), id) : null;
  const tabId = sheet?.get('tabId');
  if (sheet === null || typeof tabId !== 'string') return null;
  const [rows, cols] = [before?.rows ?? axisIn(mapIn(sheet, 'rows'), 'row'), before?.cols ?? axisIn(mapIn(sheet, 'cols'), 'col')];
  const isCell = (key: string): boolean => isOnSheet({ rows, cols }, key);
  return { id, tabId, title: titleOf(sheet), rows, cols, ...layoutIn(sheet, isCell, (line) => isLive(rows, line) || isLive(cols, line)) };
} // prettier-ignore

/** The cells one by one, each as it is when it is yielded: the document may change in between. */
export function* readCells(doc: Y.Doc, frame: SheetFrame): Generator<readonly [string, StoredCell]> {
  for (const [key, value] of mapIn(mapIn(rootMap(doc, 'sheets'), frame.id), 'cells')?.entries() ?? []) {
    const cell = isOnSheet(frame, key) ? coerceStored(value) : null;
    if (cell !== null) yield [key, cell];
  }
}

/** A cell; null if it is empty or not on the sheet. */
export function readCell(doc: Y.Doc, frame: SheetFrame, key: string): StoredCell | null {
  if (!isOnSheet(frame, key)) return null;
  return coerceStored(mapIn(mapIn(rootMap(doc, 'sheets'), frame.id), 'cells')?.get(key));
}

export function addSheet(
  doc: Y.Doc,
  id: string,
  {
    tabId,
    title,
    rows,
    cols,
  }: { readonly tabId: string; readonly title: string; readonly rows: OrderedLines; readonly cols: OrderedLines },
): void {
  const sheet = new Y.Map<unknown>([['tabId', tabId], ['title', title]]); // prettier-ignore
  for (const name of sheetMaps) sheet.set(name, new Y.Map<unknown>(name === 'rows' ? rows : name === 'cols' ? cols : []));
  root(doc, 'sheets').set(id, sheet);
}

export const removeSheet = (doc: Y.Doc, id: string): void => root(doc, 'sheets').delete(id);

/** Ids of rows or columns with their fractional indices. */
export type OrderedLines = readonly (readonly [string, string])[];

/** A change to a sheet: values by key for each of its maps; null removes a key. */
export type SheetEdit = {
  readonly title?: string;
  readonly frozen?: { readonly rows: number; readonly cols: number };
  readonly maps: { readonly [N in SheetMap]?: ReadonlyMap<string, unknown> };
};

/** What the edit replaces: an edit that undoes it. */
export function replacedBy(doc: Y.Doc, id: string, { title, frozen, maps }: SheetEdit): SheetEdit {
  const sheet = mapIn(rootMap(doc, 'sheets'), id);
  const before = sheetMaps.flatMap((name) => {
    const map = mapIn(sheet, name);
    const keys = maps[name]?.keys();
    return keys === undefined ? [] : [[name, new Map(Array.from(keys, (key) => [key, map?.get(key) ?? null]))] as const];
  });
  return {
    ...(title !== undefined && sheet !== null && { title: titleOf(sheet) }),
    ...(frozen !== undefined && sheet !== null && { frozen: sizeOf(sheet.get('frozen'), 0) ?? { rows: 0, cols: 0 } }),
    maps: Object.fromEntries(before),
  };
}

export function editSheet(doc: Y.Doc, id: string, { title, frozen, maps }: SheetEdit): void {
  doc.transact(() => {
    const sheet = mapIn(root(doc, 'sheets'), id);
    if (sheet === null) return;
    if (title !== undefined) sheet.set('title', title);
    if (frozen !== undefined) sheet.set('frozen', frozen);
    for (const name of sheetMaps) {
      const changes = maps[name];
      if (changes === undefined || changes.size === 0) continue;
      const map = mapIn(sheet, name) ?? sheet.set(name, new Y.Map<unknown>());
      for (const [key, value] of changes) {
        if (value === null) map.delete(key);
        else map.set(key, value);
      }
    }
  });
}

/**
 * What a transaction changed in a sheet: keys of cells, ids of rows and columns. `frame`: something besides the cells changed.
 * `whole`: the sheet was added, removed or replaced.
 */
export type SheetChange = { readonly cells: Set<string>; readonly lines: Set<string>; frame: boolean; whole: boolean };

/** Calls `on` after each transaction that changed a sheet, with the changes by sheet id. Returns the function that stops it. */
export function watchSheets(doc: Y.Doc, on: (changes: ReadonlyMap<string, SheetChange>) => void): () => void {
  const sheets = rootMap(doc, 'sheets');
  const observe = (events: readonly Y.YEvent<Y.AbstractType<unknown>>[]): void => {
    const changes = new Map<string, SheetChange>();
    const changeOf = (id: string): SheetChange => {
      const change = changes.get(id) ?? { cells: new Set(), lines: new Set(), frame: false, whole: false };
      changes.set(id, change);
      return change;
    };
    for (const event of events) {
      const [id, part] = event.path.map(String);
      const keys = event instanceof Y.YMapEvent ? [...event.keysChanged].map(String) : [];
      if (id === undefined) for (const key of keys) changeOf(key).whole = true;
      else if (part === 'cells') for (const key of keys) changeOf(id).cells.add(key);
      else if (part === undefined && keys.some((key) => key === 'cells' || key === 'rows' || key === 'cols'))
        changeOf(id).whole = true;
      else {
        changeOf(id).frame = true;
        if (part === 'rows' || part === 'cols') for (const key of keys) changeOf(id).lines.add(key);
      }
    }
    on(changes);
  };
  sheets?.observeDeep(observe);
  return () => sheets?.unobserveDeep(observe);
}

/** A deleted line stays in the map as `-` and its index, so that formulas that name it know where it was. */
function axisIn(map: Y.Map<unknown> | null, kind: 'row' | 'col'): SheetAxis {
  const lines: { readonly id: string; readonly order: string; readonly isDeleted: boolean }[] = [];
  map?.forEach((value, id) => {
    if (!isId(kind, id)) return;
    const isDeleted = typeof value === 'string' && value.startsWith('-');
    const order = isDeleted ? value.slice(1) : value;
    lines.push({ id, order: isOrderKey(order) ? order : firstOrderKey, isDeleted });
  });
  lines.sort(byOrder);
  const ids: string[] = [];
  const rank = new Map<string, number>();
  for (const { id, isDeleted } of lines) {
    rank.set(id, isDeleted ? ids.length - 0.5 : ids.length);
    if (!isDeleted) ids.push(id);
  }
  return { ids, rank, orders: new Map(lines.map(({ id, order }) => [id, order])) };
}

const isLive = ({ rank }: SheetAxis, id: string): boolean => Number.isInteger(rank.get(id) ?? 0.5);

function isOnSheet({ rows, cols }: Pick<SheetFrame, 'rows' | 'cols'>, key: string): boolean {
  const at = key.indexOf(':');
  return isLive(rows, key.slice(0, at)) && isLive(cols, key.slice(at + 1));
}

function titleOf(sheet: Y.Map<unknown>): string {
  const title = sheet.get('title');
  const text = typeof title === 'string' ? cleanText(title, limits.nameCharacters).trim() : '';
  return text === '' ? 'Sheet' : text;
}

type Layout = Pick<SheetState, 'sizes' | 'hidden' | 'merges' | 'filters' | 'frozen'>;

function layoutIn(sheet: Y.Map<unknown>, isCell: (key: string) => boolean, isLine: (id: string) => boolean): Layout {
  const sizes = new Map<string, number>();
  const hidden = new Set<string>();
  const merges = new Map<string, { rows: number; cols: number }>();
  const filters = new Map<string, string[]>();
  mapIn(sheet, 'sizes')?.forEach((px, id) => {
    if (isLine(id) && typeof px === 'number') sizes.set(id, Math.round(Math.min(2_000, Math.max(8, px))));
  });
  mapIn(sheet, 'hidden')?.forEach((value, id) => {
    if (isLine(id) && value === true) hidden.add(id);
  });
  mapIn(sheet, 'merges')?.forEach((value, key) => {
    const size = sizeOf(value, 1);
    if (isCell(key) && size !== null && size.rows * size.cols > 1) merges.set(key, size);
  });
  mapIn(sheet, 'filters')?.forEach((value, id) => {
    if (!isLine(id) || !Array.isArray(value)) return;
    filters.set(id, value.slice(0, limits.filterValues).filter((text) => typeof text === 'string').map((text) => cleanText(text, limits.filterCharacters))); // prettier-ignore
  });
  return { sizes, hidden, merges, filters, frozen: sizeOf(sheet.get('frozen'), 0) ?? { rows: 0, cols: 0 } };
}

function sizeOf(value: unknown, minimum: number): { readonly rows: number; readonly cols: number } | null {
  if (!isPlainObject(value)) return null;
  const { rows, cols } = value;
  const isCount = (count: unknown, maximum: number): count is number =>
    Number.isInteger(count) && Number(count) >= minimum && Number(count) <= maximum;
  return isCount(rows, limits.sheetRows) && isCount(cols, limits.sheetColumns) ? { rows, cols } : null;
}

const coerceCell = coercerOf(StoredCell);

function coerceStored(value: unknown): StoredCell | null {
  const cell = coerceCell(value) as StoredCell | undefined;
  if (cell === undefined) return null;
  const isEmpty = cell.i === undefined && (cell.f === undefined || Object.keys(cell.f).length === 0);
  return isEmpty ? null : cell;
}
