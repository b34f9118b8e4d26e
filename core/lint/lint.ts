/**
 * lint: what is wrong with a drawing, and what would mend it.
 * L1  Findings come by severity, then in the order of the rules, then by id; of one rule at most 50 are listed.
 * L2  The counts, and so the verdict, are of all findings, listed or not.
 * L3  The same tab gives the same lint, however it came to be.
 */
import { type Finding, type Lint, severities } from '#schema/changeset.ts';

import type { TabView } from '../tab/view.ts';
import { type FindingDraft, findingsListed, inOrder, type Rule } from './define-rule.ts';
import { LintDrawing } from './drawing.ts';
import { rules } from './rules/rule-list.ts';
import { verdictOf } from './summary-line.ts';
import { Trials } from './trials.ts';

/** The lint of a tab. For one that is linted again and again: incremental.ts. */
export const lint = (tab: TabView): Lint => lintOf(LintDrawing.of(tab), tab);

/** The lint of a tab whose drawing is known. */
export function lintOf(drawing: LintDrawing, tab: TabView): Lint {
  const counts = { error: 0, warning: 0, info: 0 };
  const findings: Finding[] = [];
  const trials = new Trials(drawing, tab, rules);
  const bySeverity = rules.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
  for (const rule of bySeverity) {
    const count = rule.count(drawing, tab);
    counts[rule.severity] += count;
    if (count > 0) findings.push(...listed(rule, drawing, tab, trials));
  }
  const { width, height } = drawing.size();
  const summary = {
    crossings: drawing.crossings.count(),
    arrowsBehindBoxes: drawing.lines.behind.size,
    ...(drawing.lines.crowded.size > 0 && { arrowsNotChecked: drawing.lines.crowded.size }),
    overlaps: drawing.overlaps.pairs,
    width: rounded(width),
    height: rounded(height),
  };
  return { verdict: verdictOf(counts), counts, summary, findings };
}

function listed(rule: Rule, drawing: LintDrawing, tab: TabView, trials: Trials): Finding[] {
  const findings: Finding[] = [];
  for (const subject of rule.listed?.(drawing, tab) ?? inOrder(rule.subjects(drawing))) {
    if (findings.length === findingsListed) break;
    const draft = rule.find(subject, drawing, tab, trials);
    if (draft !== null) findings.push(findingOf(rule, draft));
  }
  return findings;
}

const findingOf = ({ code, severity, message }: Rule, { elements, data, fix }: FindingDraft): Finding => ({
  code,
  severity,
  elements: [...elements],
  message: filled(message, data),
  fix,
});

const filled = (message: string, data: Readonly<Record<string, string | number>> = {}): string =>
  message.replace(/\{(\w+)\}/g, (slot, name: string) => (Object.hasOwn(data, name) ? String(data[name]) : slot));

/** To hundredths of a pixel: what is left over beyond comes from adding up lengths. */
const rounded = (length: number): number => Math.round(length * 100) / 100;
