/** path-data: numbers and SVG path data as every picture writes them. */

/** The number with at most two decimals, so that the same drawing gives the same bytes; 0 for one that is not finite. */
export function num(value: number): string {
  const rounded = Math.round(value * 100) / 100;
  return Number.isFinite(rounded) && Math.abs(rounded) < 1e15 ? String(rounded === 0 ? 0 : rounded) : '0';
}

/** Path data: `d\`M${x} ${y}\`` writes numbers by `num`; strings are path data already. */
export function d(parts: TemplateStringsArray, ...values: readonly (number | string)[]): string {
  let path = parts[0] ?? '';
  for (const [index, value] of values.entries())
    path += (typeof value === 'number' ? num(value) : value) + (parts[index + 1] ?? '');
  return path;
}
