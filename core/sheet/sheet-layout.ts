/**
 * sheet-layout: plans changes of a sheet's lines: inserted, deleted, moved, sized, hidden, frozen, merged and filtered.
 *
 * Changes apply one after the other, each to the result of the previous one, all or none. A new or moved line goes directly
 * before its reference, after lines that were deleted there. A deleted line takes its cells, its size and merges that start on
 * it along. A sheet keeps at least one row and one column. A merge is within the sheet and overlaps no other. The texts of a
 * filter together take at most half of a value's size in the document; NUL and lone surrogates are removed.
 */
import { limits } from '#schema/limits.ts';
import { problem, type Problem } from '#schema/problem.ts';
import { cellKey, type LayoutChange, type SheetAxis, type SheetState } from '#schema/sheet.ts';
import { isId } from '#schema/ids.ts';
import { cleanText } from '#schema/ydoc/coerce.ts';
import { byOrder, orderKeysAt } from '#schema/ydoc/order-key.ts';
import type { SheetEdit } from '#schema/ydoc/sheets.ts';

type Axis = 'row' | 'col';
type SheetLine = { readonly id: string; readonly order: string; readonly isDeleted: boolean };
type LayoutContext = { readonly newId: (axis: Axis) => string };

/** The edit for all changes. Refuses with invalid_value with `index`, too_large with `limit`. */
export function planLayout(sheet: SheetState, changes: readonly LayoutChange[], context: LayoutContext): SheetEdit | Problem {
  const draft = new LayoutDraft(sheet);
  for (const [index, change] of changes.entries()) {
    const refused = draft.apply(change, context);
    if (refused !== null) return problem(refused.code, { ...refused.members, index });
  }
  return draft.edit();
}

const invalid = (detail: string): Problem => problem('invalid_value', { detail, field: 'changes' });

class LayoutDraft {
  readonly #sheet: SheetState;
  readonly #lines: Record<Axis, SheetLine[]>;
  readonly #sizes = new Map<string, unknown>();
  readonly #hidden = new Map<string, unknown>();
  readonly #filters = new Map<string, unknown>();
  readonly #merges: Map<string, { readonly rows: number; readonly cols: number }>;
  readonly #movedLines: Record<Axis, Map<string, unknown>> = { row: new Map(), col: new Map() };
  readonly #goneLines: Record<Axis, Set<string>> = { row: new Set(), col: new Set() };
  #frozen: { readonly rows: number; readonly cols: number };

  constructor(sheet: SheetState) {
    this.#sheet = sheet;
    this.#lines = { row: linesOf(sheet.rows), col: linesOf(sheet.cols) };
    this.#merges = new Map(sheet.merges);
    this.#frozen = sheet.frozen;
  }

  apply(change: LayoutChange, context: LayoutContext): Problem | null {
    switch (change.k) {
      case 'insert':
        return this.#insert(change, context);
      case 'delete':
        return this.#delete(change.axis, change.ids);
      case 'move':
        return this.#move(change.axis, change.ids, change.before);
      case 'size':
        return this.#each(change.axis, change.ids, (id) => this.#sizes.set(id, change.px));
      case 'hide':
        return this.#each(change.axis, change.ids, (id) => this.#hidden.set(id, change.hidden ? true : null));
      case 'freeze':
        this.#frozen = { rows: change.rows ?? this.#frozen.rows, cols: change.cols ?? this.#frozen.cols };
        return null;
      case 'merge':
        return this.#merge(change);
      case 'filter':
        return this.#filter(change);
    }
  }

  edit(): SheetEdit {
    const { merges, frozen } = this.#sheet;
    const changedMerges = new Map<string, unknown>();
    for (const key of merges.keys()) if (!this.#merges.has(key)) changedMerges.set(key, null);
    for (const [key, size] of this.#merges) if (merges.get(key) !== size) changedMerges.set(key, size);
    const cells = new Map<string, unknown>();
    if (this.#goneLines.row.size + this.#goneLines.col.size > 0) {
      for (const key of this.#sheet.cells.keys()) {
        const [row = '', col = ''] = key.split(':');
        if (this.#goneLines.row.has(row) || this.#goneLines.col.has(col)) cells.set(key, null);
      }
    }
    return {
      ...(this.#frozen !== frozen && { frozen: this.#frozen }),
      maps: {
        rows: this.#movedLines.row,
        cols: this.#movedLines.col,
        cells,
        sizes: this.#sizes,
        hidden: this.#hidden,
        merges: changedMerges,
        filters: this.#filters,
      },
    };
  }

  #live(axis: Axis): SheetLine[] {
    return this.#lines[axis].filter(({ isDeleted }) => !isDeleted);
  }

  #has(axis: Axis, id: string): boolean {
    return this.#lines[axis].some((line) => line.id === id && !line.isDeleted);
  }

  /** Null if all lines exist, each named once. */
  #missing(axis: Axis, ids: readonly string[]): Problem | null {
    const live = new Set(this.#live(axis).map(({ id }) => id));
    const missing = ids.find((id) => !live.has(id));
    if (missing !== undefined) return invalid(`There is no ${nameOf(axis)} ${missing}.`);
    return new Set(ids).size === ids.length ? null : invalid('An id is named twice.');
  }

  #each(axis: Axis, ids: readonly string[], set: (id: string) => void): Problem | null {
    const missing = this.#missing(axis, ids);
    if (missing !== null) return missing;
    ids.forEach(set);
    return null;
  }

  #insert({ axis, count, ids, before }: LayoutChange & { readonly k: 'insert' }, { newId }: LayoutContext): Problem | null {
    if ((count === undefined) === (ids === undefined)) return invalid('An insert takes either count or ids.');
    const most = axis === 'row' ? limits.sheetRows : limits.sheetColumns;
    const added = ids?.length ?? count ?? 0;
    if (this.#live(axis).length + added > most)
      return problem('too_large', { limit: most, detail: `A sheet has at most ${most} ${nameOf(axis)}s.` });
    const newIds = ids ?? Array.from({ length: added }, () => newId(axis));
    const existingIds = new Set(this.#lines[axis].map(({ id }) => id));
    if (newIds.some((id) => !isId(axis, id) || existingIds.has(id)) || new Set(newIds).size < newIds.length)
      return invalid(`A new ${nameOf(axis)} needs an id of its own, ${axis}_….`);
    return this.#place(axis, newIds, before);
  }

  #delete(axis: Axis, ids: readonly string[]): Problem | null {
    const missing = this.#missing(axis, ids);
    if (missing !== null) return missing;
    const going = new Set(ids);
    if (this.#live(axis).length === going.size) return invalid(`A sheet keeps a ${nameOf(axis)} at least.`);
    this.#lines[axis] = this.#lines[axis].map((line) => (going.has(line.id) ? { ...line, isDeleted: true } : line));
    for (const line of this.#lines[axis]) {
      if (!going.has(line.id)) continue;
      this.#movedLines[axis].set(line.id, `-${line.order}`);
      this.#goneLines[axis].add(line.id);
      for (const map of [this.#sizes, this.#hidden, this.#filters]) map.set(line.id, null);
    }
    for (const key of this.#merges.keys()) if (going.has(key.split(':')[axis === 'row' ? 0 : 1] ?? '')) this.#merges.delete(key);
    return null;
  }

  #move(axis: Axis, ids: readonly string[], before: string | undefined): Problem | null {
    const missing = this.#missing(axis, ids);
    if (missing !== null) return missing;
    const moving = new Set(ids);
    if (before !== undefined && moving.has(before)) return invalid('A line cannot stand before itself.');
    const inOrder = this.#live(axis).filter(({ id }) => moving.has(id)).map(({ id }) => id); // prettier-ignore
    this.#lines[axis] = this.#lines[axis].filter(({ id }) => !moving.has(id));
    return this.#place(axis, inOrder, before);
  }

  /** Puts lines before another one, or at the end. */
  #place(axis: Axis, ids: readonly string[], before: string | undefined): Problem | null {
    const lines = this.#lines[axis];
    if (before !== undefined && !this.#has(axis, before)) return invalid(`There is no ${nameOf(axis)} ${before}.`);
    const at = before === undefined ? lines.length : lines.findIndex(({ id }) => id === before);
    const keys = orderKeysAt(lines, at, ids.length);
    const newLines = ids.map((id, index): SheetLine => ({ id, order: keys[index] ?? '', isDeleted: false }));
    this.#lines[axis] = [...lines, ...newLines].sort(byOrder);
    for (const { id, order } of newLines) this.#movedLines[axis].set(id, order);
    return null;
  }

  /** Refuses a filter whose texts are too long together. */
  #filter({ c, values }: LayoutChange & { readonly k: 'filter' }): Problem | null {
    const texts = values?.map((text) => cleanText(text, Infinity)) ?? null;
    const most = limits.valueBytes / 2;
    if (new TextEncoder().encode(JSON.stringify(texts)).length > most)
      return problem('too_large', { limit: most, detail: 'The texts of the filter are too long in total.' });
    return this.#each('col', [c], (id) => this.#filters.set(id, texts));
  }

  /** Refuses a merge that leaves the sheet or overlaps another one. */
  #merge({ r, c, rows, cols }: LayoutChange & { readonly k: 'merge' }): Problem | null {
    const key = cellKey(r, c);
    const [down, across] = [this.#positions('row'), this.#positions('col')];
    const [top, left] = [down.get(r), across.get(c)];
    if (top === undefined || left === undefined) return invalid(`There is no cell ${key}.`);
    if (top + rows > down.size || left + cols > across.size) return invalid('A merge stays on the sheet.');
    if (rows === 1 && cols === 1) {
      this.#merges.delete(key);
      return null;
    }
    for (const [other, size] of this.#merges) {
      const [row = '', col = ''] = other.split(':');
      const [y, x] = [down.get(row) ?? 0, across.get(col) ?? 0];
      const isApart = y >= top + rows || y + size.rows <= top || x >= left + cols || x + size.cols <= left;
      if (other !== key && !isApart) return invalid('A merge overlaps no other.');
    }
    this.#merges.set(key, { rows, cols });
    return null;
  }

  #positions(axis: Axis): ReadonlyMap<string, number> {
    return new Map(this.#live(axis).map(({ id }, index) => [id, index]));
  }
}

const nameOf = (axis: Axis): string => (axis === 'row' ? 'row' : 'column');

const linesOf = ({ orders, rank }: SheetAxis): SheetLine[] =>
  Array.from(orders, ([id, order]) => ({ id, order, isDeleted: !Number.isInteger(rank.get(id)) })).sort(byOrder);
