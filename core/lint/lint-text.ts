/**
 * The text of `view=lint`: the summary line, then one line per finding [LT20] [LT21] [LT22].
 *
 * `warning arrow-behind-box [ship-pay, pack]: ship-pay passes through pack. Fix: set ship-pay line=angled`. A finding about the whole
 * drawing has no refs.
 */
import type { Finding, Lint } from '#schema/changeset.ts';

import { quote } from '../notation/quote.ts';
import type { LintChange } from './lint-change.ts';
import { summaryLine, verdictOf } from './summary-line.ts';

export function lintText(lint: Lint): string {
  const { error, warning, info } = lint.counts;
  const unlisted = error + warning + info - lint.findings.length;
  const more = unlisted > 0 ? [`${unlisted} more findings are not listed.`] : [];
  return `${[summaryLine(lint), ...lint.findings.map(findingLine), ...more].join('\n')}\n`;
}

/** Findings of a changeset that its answer shows as text, of each kind. */
const shownMost = 50;
const reroutedShown = 50;

/**
 * What a changeset did, as lines of its answer: arrows that were re-routed, findings introduced, findings resolved, and how many
 * older ones there are.
 */
export function lintChangeLines({ lint, older, rerouted }: LintChange): string[] {
  const count = older.error + older.warning + older.info;
  return [
    ...(rerouted.length > 0 ? [`re-routed: ${limited(rerouted, reroutedShown).join(', ')}`] : []),
    ...limited(
      lint.introduced.map((finding) => `introduced: ${findingLine(finding)}`),
      shownMost,
    ),
    ...limited(
      lint.resolved.map((finding) => `resolved: ${factOf(finding)}`),
      shownMost,
    ),
    ...(count > 0 ? [`older: ${verdictOf(older)}`] : []),
  ];
}

const limited = (items: readonly string[], most: number): string[] =>
  items.length <= most ? [...items] : [...items.slice(0, most), `and ${items.length - most} more`];

export const findingLine = (finding: Finding): string => `${factOf(finding)} Fix: ${finding.fix}`;

function factOf({ severity, code, elements, message }: Finding): string {
  const refs = elements.map((ref) => (plainRef.test(ref) ? ref : quote(ref))).join(', ');
  return `${severity} ${code}${refs === '' ? '' : ` [${refs}]`}: ${message}`;
}

/** `invalid-element` may name ids that are not refs. */
const plainRef = /^[a-z0-9_~-]+$/;
