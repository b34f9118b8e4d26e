/** The rows of a measurement as text for a terminal. */
import { ratioOf, type BenchRow } from './row.ts';

export function table(rows: readonly BenchRow[]): string {
  const cells = rows.map((row) => {
    const ratio = ratioOf(row);
    return [
      row.what,
      `${figure(row.ours)} ${row.unit}`,
      row.baseline === null ? '' : `${figure(row.baseline.value)} ${row.unit}`,
      ratio === null ? '' : `${figure(ratio)}x`,
      row.goal === null ? '' : `${row.goal.met ? 'yes' : 'NO '} ${row.goal.words}`,
      row.baseline?.name ?? '',
    ];
  });
  const lines = [['', 'ours', 'baseline', 'ratio', 'goal', 'baseline is'], ...cells];
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines.map((line) => `  ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd()).join('\n');
}

/** Three significant digits, no exponents. */
const figure = (value: number): string => {
  if (!Number.isFinite(value)) return '-';
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
};
