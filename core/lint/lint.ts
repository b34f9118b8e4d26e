/** What is wrong with a drawing, and how to fix it. SPEC.md has the rules. */
import type { Finding, Lint, LintCode } from '#schema/changeset.ts';
import { severities } from '#schema/severities.ts';
import { jsonEqual } from '#schema/json-equal.ts';
import type { Skipped, TabSettings } from '#schema/tab.ts';

import { hundredths } from '../tab/exact.ts';
import { haveSameLocks } from '../tab/locks.ts';
import type { TabView } from '../tab/view.ts';
import { type FindingDraft, findingsListed, inOrder, type Rule } from './define-rule.ts';
import { LintDrawing } from './drawing.ts';
import { FindingMemory } from './finding-memory.ts';
import { Footprint } from './footprint.ts';
import { rules } from './rules/rule-list.ts';
import { verdictOf } from './summary-line.ts';
import { TrackedTab } from './tracked-tab.ts';
import { Trials, withoutTrials } from './trials.ts';

/** The lint of a tab. incremental.ts is for a tab that is linted repeatedly. */
export const lint = (tab: TabView): Lint => lintOf(LintDrawing.of(tab), tab);

/** The lint of a tab that already has a drawing. */
export const lintOf = (drawing: LintDrawing, tab: TabView): Lint => new Listing(drawing, tab).lint;

/** In the order in which their findings are listed. */
export const rulesInOrder = rules.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));

/** The findings of a tab in one state. */
export class Listing {
  readonly lint: Lint;
  readonly #skipped: readonly Skipped[];
  readonly #settings: TabSettings;
  readonly #memory: FindingMemory;
  readonly #drawing: LintDrawing;
  readonly #tab: TabView;
  readonly #trials: Trials;
  readonly #findings = new Map<string, Finding | null>();
  readonly #listed = new Set<string>();

  constructor(drawing: LintDrawing, tab: TabView, memory = new FindingMemory()) {
    this.#drawing = drawing;
    this.#tab = tab;
    this.#memory = memory;
    this.#skipped = tab.skipped;
    this.#settings = tab.settings;
    this.#trials = new Trials(drawing, tab, rules);
    const counts = { error: 0, warning: 0, info: 0 };
    const findings: Finding[] = [];
    for (const rule of rulesInOrder) {
      const count = rule.count(drawing, tab);
      counts[rule.severity] += count;
      if (count > 0) findings.push(...this.#list(rule));
    }
    this.lint = { verdict: verdictOf(counts), counts, summary: summaryOf(drawing), findings };
  }

  /** True if it is the listing of a tab that has the same drawing. */
  isOf({ skipped, settings }: Pick<TabView, 'skipped' | 'settings'>): boolean {
    return haveSameLocks(settings, this.#settings) && jsonEqual(this.#skipped, skipped);
  }

  /** True if the finding about a subject was listed. */
  has({ code }: Rule, subject: string): boolean {
    return this.#listed.has(keyOf(code, subject));
  }

  /** The finding about a subject, listed or not. The drawing must still be that of the tab. */
  find(rule: Rule, subject: string): Finding | null {
    const key = keyOf(rule.code, subject);
    const existing = this.#findings.get(key);
    if (existing !== undefined) return existing;
    const remembered = this.#memory.get(key);
    const finding =
      remembered !== undefined && this.#trials.repeat(rule.code, remembered.trials)
        ? remembered.finding
        : this.#search(rule, subject);
    this.#findings.set(key, finding);
    return finding;
  }

  #search(rule: Rule, subject: string): Finding | null {
    const footprint = new Footprint();
    let draft: FindingDraft | null = null;
    const tab = new TrackedTab(this.#tab, footprint);
    const trials = this.#trials.record(footprint, () => {
      draft = rule.find(subject, this.#drawing, tab, this.#trials);
    });
    const finding = draft === null ? null : findingOf(rule, draft);
    if (rule.near !== undefined) {
      rule.near(subject, this.#drawing, footprint);
      this.#memory.put(keyOf(rule.code, subject), { finding, trials, footprint });
    }
    return finding;
  }

  #list(rule: Rule): Finding[] {
    const findings: Finding[] = [];
    for (const subject of rule.listed?.(this.#drawing, this.#tab) ?? inOrder(rule.subjects(this.#drawing))) {
      if (findings.length === findingsListed) break;
      const finding = this.find(rule, subject);
      if (finding === null) continue;
      findings.push(finding);
      this.#listed.add(keyOf(rule.code, subject));
    }
    return findings;
  }
}

const keyOf = (code: LintCode, subject: string): string => `${code} ${subject}`;

function summaryOf(drawing: LintDrawing): Lint['summary'] {
  const { width, height } = drawing.size();
  return {
    crossings: drawing.crossings.count(),
    arrowsBehindBoxes: drawing.lines.behind.size,
    ...(drawing.lines.crowded.size > 0 && { arrowsNotChecked: drawing.lines.crowded.size }),
    overlaps: drawing.overlaps.pairs,
    width: hundredths(width),
    height: hundredths(height),
  };
}

/** A finding with a fix that was not tried. */
export function untriedFinding(rule: Rule, subject: string, drawing: LintDrawing, tab: TabView): Finding | null {
  const draft = rule.find(subject, drawing, tab, new Trials(drawing, tab, rules, withoutTrials));
  return draft === null ? null : findingOf(rule, draft);
}

export const findingOf = ({ code, severity, message }: Rule, { elements, data, fix }: FindingDraft): Finding => ({
  code,
  severity,
  elements: [...elements],
  message: filled(message, data),
  fix,
});

const filled = (message: string, data: Readonly<Record<string, string | number>> = {}): string =>
  message.replace(/\{(\w+)\}/g, (slot, name: string) => (Object.hasOwn(data, name) ? String(data[name]) : slot));
