/**
 * row-levels: where the rows of a sequence are from the top down, in pixels.
 *
 * A row that is on the tab stays where it is. A new one goes between the row before it and the next one on the tab.
 */
import type { SequenceBreak } from '#schema/arranged.ts';

import type { DiagramRow } from './diagram.ts';

export type BlockLevels = { readonly top: number; readonly foot: number; readonly breaks: readonly SequenceBreak[] };
export type RowLevels = {
  /** Of messages, and of the middles of notes. */
  readonly levels: ReadonlyMap<string, number>;
  readonly blocks: ReadonlyMap<string, BlockLevels>;
  /** Messages and notes that are above a row which is before them in the source. */
  readonly outOfOrder: readonly string[];
  readonly end: number;
};
/** Rows that are on the tab. */
export type ExistingRows = Pick<RowLevels, 'levels' | 'blocks'> & {
  /** Of all rows, also those of others. */
  readonly all: readonly number[];
};

/** Between rows at the end. */
const rowStep = 40;

type Mark = { readonly key: string; readonly level: number | undefined; readonly row: string | null };

export function rowLevels(rows: readonly DiagramRow[], existing: ExistingRows): RowLevels {
  const marks = marksOf(rows, existing);
  const all = existing.all.toSorted((a, b) => a - b);
  const levels = new Map<string, number>();
  const outOfOrder: string[] = [];
  let last = 0;
  let pending: string[] = [];
  let index = 0;
  const settle = (before: number | undefined): void => {
    while (index < all.length && (all[index] ?? 0) <= last) index += 1;
    const next = Math.min(before ?? Infinity, all[index] ?? Infinity);
    const step = next === Infinity ? rowStep : (next - last) / (pending.length + 1);
    for (const [at, key] of pending.entries()) levels.set(key, last + step * (at + 1));
    last += pending.length * step;
    pending = [];
  };
  for (const { key, level, row } of marks) {
    if (level === undefined) {
      pending.push(key);
      continue;
    }
    levels.set(key, level);
    if (level > last) {
      settle(level);
      last = level;
    } else if (row !== null) outOfOrder.push(row);
  }
  settle(undefined);
  return { levels: rowsOnly(rows, levels), blocks: blocksOf(rows, levels), outOfOrder, end: Math.max(last, all.at(-1) ?? 0) };
}

/** Everything that has a level of its own, in the order of the source. */
function marksOf(rows: readonly DiagramRow[], { levels, blocks }: ExistingRows): Mark[] {
  const open: { readonly id: string; sections: number }[] = [];
  return rows.map((row): Mark => {
    const around = open.at(-1);
    const known = blocks.get(row.kind === 'block' ? row.id : (around?.id ?? ''));
    switch (row.kind) {
      case 'block':
        open.push({ id: row.id, sections: 0 });
        return { key: topOf(row.id), level: known?.top, row: null };
      case 'section': {
        const section = around === undefined ? 0 : (around.sections += 1);
        const at = known?.breaks[section - 1]?.at;
        const level = known === undefined || at === undefined ? undefined : known.top + at;
        return { key: sectionOf(around?.id ?? '', section), level, row: null };
      }
      case 'end':
        open.pop();
        return { key: footOf(around?.id ?? ''), level: known?.foot, row: null };
      case 'message':
      case 'note':
        return { key: row.id, level: levels.get(row.id), row: row.id };
    }
  });
}

const topOf = (id: string): string => `top\n${id}`;
const footOf = (id: string): string => `foot\n${id}`;
const sectionOf = (id: string, section: number): string => `section ${section}\n${id}`;

const rowsOnly = (rows: readonly DiagramRow[], levels: ReadonlyMap<string, number>): Map<string, number> =>
  new Map(
    rows.flatMap((row) => (row.kind === 'message' || row.kind === 'note' ? [[row.id, levels.get(row.id) ?? 0] as const] : [])),
  );

function blocksOf(rows: readonly DiagramRow[], levels: ReadonlyMap<string, number>): Map<string, BlockLevels> {
  const blocks = new Map<string, BlockLevels>();
  const open: { readonly id: string; readonly breaks: SequenceBreak[] }[] = [];
  for (const row of rows) {
    const around = open.at(-1);
    if (row.kind === 'block') open.push({ id: row.id, breaks: [] });
    if (around === undefined) continue;
    const top = levels.get(topOf(around.id)) ?? 0;
    if (row.kind === 'section') {
      const at = (levels.get(sectionOf(around.id, around.breaks.length + 1)) ?? 0) - top;
      around.breaks.push({ at: Math.max(0, at), ...(row.label === '' ? {} : { label: row.label }) });
    } else if (row.kind === 'end') {
      blocks.set(around.id, { top, foot: levels.get(footOf(around.id)) ?? 0, breaks: around.breaks });
      open.pop();
    }
  }
  return blocks;
}
