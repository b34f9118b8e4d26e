/**
 * text: the lint as the text view `view=lint` shows it: the summary line, then one line for each finding.
 *
 * `warning arrow-behind-box: ship-pay passes through pack. Fix: set ship-pay line=angled`. Labels in messages are quoted,
 * so that nothing a person wrote starts a line.
 */
import type { Lint } from '#schema/changeset.ts';

import { summaryLine } from './summary-line.ts';

export function lintText(lint: Lint): string {
  const lines = lint.findings.map(({ severity, code, message, fix }) => `${severity} ${code}: ${message} Fix: ${fix}`);
  const { error, warning, info } = lint.counts;
  const unlisted = error + warning + info - lint.findings.length;
  const more = unlisted > 0 ? [`${unlisted} more findings are not listed.`] : [];
  return `${[summaryLine(lint), ...lines, ...more].join('\n')}\n`;
}
