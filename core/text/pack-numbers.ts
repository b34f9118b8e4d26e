/** Numbers and ranges as short text in base 36 and 16, as the tables of fonts have them. For tools that print tables. */

/** One base-36 number after the other, `n*times` for repeated ones. */
export function packNumbers(list: readonly number[]): string {
  const runs: { readonly value: number; times: number }[] = [];
  for (const value of list) {
    const last = runs.at(-1);
    if (last !== undefined && last.value === value) last.times += 1;
    else runs.push({ value, times: 1 });
  }
  return runs
    .map(({ value, times }) => (times > 2 ? `${base36(value)}*${times}` : Array(times).fill(base36(value)).join(' ')))
    .join(' ');
}

/** Rising numbers as hexadecimal ranges. */
export function packRanges(points: readonly number[]): string {
  const spans: [number, number][] = [];
  for (const point of points) {
    const last = spans.at(-1);
    if (last !== undefined && last[1] === point - 1) last[1] = point;
    else spans.push([point, point]);
  }
  return spans.map(([from, to]) => (from === to ? from.toString(16) : `${from.toString(16)}-${to.toString(16)}`)).join(' ');
}

/** The differences of pairs from the sum of their parts, by rows; those that differ alike share a class. */
export function packPairs(matrix: readonly (readonly number[])[]): {
  readonly left: string;
  readonly right: string;
  readonly kerns: string;
} {
  const left = classesOf(matrix);
  const columns = (matrix[0] ?? []).map((_, column) => matrix.map((row) => row[column] ?? 0));
  const right = classesOf(columns);
  /** By left class, by value: the right classes. */
  const kerns = new Map<number, Map<number, Set<number>>>();
  for (const [row, values] of matrix.entries()) {
    for (const [column, value] of values.entries()) {
      if (value === 0) continue;
      const ofLeft = kerns.get(left[row] ?? 0) ?? new Map<number, Set<number>>();
      kerns.set(left[row] ?? 0, ofLeft.set(value, (ofLeft.get(value) ?? new Set()).add(right[column] ?? 0)));
    }
  }
  const packRow = ([row, values]: [number, Map<number, Set<number>>]): string =>
    `${base36(row)}:${[...values].map(([value, rights]) => `${base36(value)}=${[...rights].map(base36).join(' ')}`).join(',')}`;
  return { left: packNumbers(left), right: packNumbers(right), kerns: [...kerns].map(packRow).join(';') };
}

/** Equal rows share a class, from 1 in order of appearance; rows of zeros class 0. */
function classesOf(rows: readonly (readonly number[])[]): number[] {
  const classes = new Map<string, number>();
  return rows.map((row) => {
    if (row.every((value) => value === 0)) return 0;
    const key = row.join(' ');
    const existing = classes.get(key) ?? classes.size + 1;
    classes.set(key, existing);
    return existing;
  });
}

function base36(value: number | undefined): string {
  return (value ?? 0).toString(36);
}
