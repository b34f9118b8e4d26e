/**
 * lint-text: the lint as the text view `view=lint` shows it: the summary line, then one line for each finding.
 * T1  `warning arrow-behind-box [ship-pay, pack]: ship-pay passes through pack. Fix: set ship-pay line=angled`, the refs in
 *     brackets; none when the finding is of the drawing as a whole.
 * T2  Nothing a person wrote starts a line or breaks one: labels and ids that are none of ours are quoted.
 * T3  When there are more findings than are listed, the last line counts the others.
 */
import type { Finding, Lint } from '#schema/changeset.ts';

import { quote } from '../notation/quote.ts';
import { summaryLine } from './summary-line.ts';

export function lintText(lint: Lint): string {
  const { error, warning, info } = lint.counts;
  const unlisted = error + warning + info - lint.findings.length;
  const more = unlisted > 0 ? [`${unlisted} more findings are not listed.`] : [];
  return `${[summaryLine(lint), ...lint.findings.map(lineOf), ...more].join('\n')}\n`;
}

function lineOf({ severity, code, elements, message, fix }: Finding): string {
  const refs = elements.map((ref) => (plainRef.test(ref) ? ref : quote(ref))).join(', ');
  return `${severity} ${code}${refs === '' ? '' : ` [${refs}]`}: ${message} Fix: ${fix}`;
}

/** `invalid-element` may name ids that are no refs. */
const plainRef = /^[a-z0-9_~-]+$/;
