/** size-text: a number of bytes for people, in steps of 1,000. */
const units = ['B', 'kB', 'MB', 'GB', 'TB'];

export function sizeText(bytes: number): string {
  const step = bytes < 1_000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** step;
  const rounded = value < 10 && step > 0 ? Math.round(value * 10) / 10 : Math.round(value);
  // 999.6 kB rounds to 1,000 kB.
  return rounded >= 1_000 && step < units.length - 1 ? `1 ${units[step + 1]}` : `${rounded} ${units[step]}`;
}
