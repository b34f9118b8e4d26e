/**
 * A lint in a few words.
 *
 * The verdict is `clean`, or the counts of each severity that has findings: `1 error, 2 warnings, 1 info`. The summary line is
 * `2 crossings, 1 arrow behind a box, 0 overlaps, 640×480, 2 warnings, 1 info`; errors are included if there are any. It mentions what
 * was not checked.
 */
import type { Lint } from '#schema/changeset.ts';

export function verdictOf({ error, warning, info }: Lint['counts']): string {
  const parts = [
    error > 0 ? plural(error, 'error') : '',
    warning > 0 ? plural(warning, 'warning') : '',
    info > 0 ? `${info} info` : '',
  ];
  return parts.filter((part) => part !== '').join(', ') || 'clean';
}

export function summaryLine({ counts, summary }: Lint): string {
  const { crossings, arrowsBehindBoxes, arrowsNotChecked = 0, overlaps, width, height } = summary;
  return [
    crossings === null ? 'crossings not checked (more than 300 arrows, or too many way-points)' : plural(crossings, 'crossing'),
    `${arrowsBehindBoxes === 1 ? '1 arrow behind a box' : `${arrowsBehindBoxes} arrows behind boxes`}${notChecked(arrowsNotChecked)}`,
    plural(overlaps, 'overlap'),
    `${Math.round(width)}×${Math.round(height)}`,
    ...(counts.error > 0 ? [plural(counts.error, 'error')] : []),
    plural(counts.warning, 'warning'),
    `${counts.info} info`,
  ].join(', ');
}

const notChecked = (arrows: number): string => (arrows === 0 ? '' : ` (${arrows} not checked: an end lies on over 100 boxes)`);

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
