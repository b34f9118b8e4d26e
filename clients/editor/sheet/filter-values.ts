/**
 * filter-values: the texts that the filter of a column offers, how often each occurs, and which of them are shown.
 *
 * Frozen rows are headings; hidden rows and rows that another column's filter leaves out do not count. Numbers are sorted by value,
 * texts alphabetically, empty cells come last. Texts that the filter shows stay on the list even if they no longer occur. A filter
 * stores at most 1,000 texts of 2,000 characters.
 */
import { exceeds } from '#core/notation/characters.ts';
import { textAt } from '#core/sheet/describe-sheet.ts';
import { isPending } from '#core/sheet/value.ts';
import { limits } from '#schema/limits.ts';
import { cellKey } from '#schema/sheet.ts';

import { passesFilters, type SheetModel } from './use-sheet.ts';

export type FilterValue = { readonly text: string; readonly count: number };

export function filterValues({ workbook, sheet }: Pick<SheetModel, 'workbook' | 'sheet'>, col: string): FilterValue[] {
  const others = new Map(Array.from(sheet.filters).filter(([id]) => id !== col));
  const passes = passesFilters(workbook, sheet, others);
  const counts = new Map<string, number>();
  for (const [rank, row] of sheet.rows.ids.entries()) {
    if (rank < sheet.frozen.rows || sheet.hidden.has(row) || !passes(row)) continue;
    const key = cellKey(row, col);
    if (isPending(workbook.value(sheet.id, key))) continue;
    const text = textAt(workbook, sheet, key, sheet.cells.get(key));
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  for (const text of sheet.filters.get(col) ?? []) if (!counts.has(text)) counts.set(text, 0);
  return Array.from(counts, ([text, count]) => ({ text, count }))
    .filter(({ text }) => !exceeds(text, limits.filterCharacters))
    .toSorted((a, b) => (a.text === '' ? 1 : b.text === '' ? -1 : order.compare(a.text, b.text)));
}

const order = new Intl.Collator('en', { numeric: true });

/** The new filter; null if all texts are chosen. */
export function filterOf(values: readonly FilterValue[], chosen: ReadonlySet<string>): readonly string[] | null {
  return values.every(({ text }) => chosen.has(text))
    ? null
    : values.filter(({ text }) => chosen.has(text)).map(({ text }) => text);
}
