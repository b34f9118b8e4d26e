/** Medians, quantiles and growth of measured figures. */

/** The smallest value that at least this part of the values (0 to 1) does not exceed. NaN of nothing. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The exponent e of cost ~ size^e, by least squares over the logarithms. */
export function growthExponent(points: readonly (readonly [size: number, cost: number])[]): number {
  const logs = points.map(([size, cost]) => [Math.log(size), Math.log(cost)] as const);
  const meanX = logs.reduce((sum, [x]) => sum + x, 0) / logs.length;
  const meanY = logs.reduce((sum, [, y]) => sum + y, 0) / logs.length;
  const covariance = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return covariance / logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}

/** Latencies of one round: what a caller waits, milliseconds. */
export type Round = { readonly p50: number; readonly p95: number; readonly p99: number };

export const roundOf = (ms: readonly number[]): Round => ({
  p50: quantile(ms, 0.5),
  p95: quantile(ms, 0.95),
  p99: quantile(ms, 0.99),
});

/** Medians over the rounds. */
export const medianRound = (rounds: readonly Round[]): Round => ({
  p50: median(rounds.map(({ p50 }) => p50)),
  p95: median(rounds.map(({ p95 }) => p95)),
  p99: median(rounds.map(({ p99 }) => p99)),
});
