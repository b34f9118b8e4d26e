/** The effect of a changeset on the lint of its tab [LT8] [LT9] [LT10]. */
import type { ChangesetLint, Edit, Finding, Lint } from '#schema/changeset.ts';
import type { Severity } from '#schema/severities.ts';

import type { TabView } from '../tab/view.ts';
import { findingsListed, inOrder, type Rule } from './define-rule.ts';
import type { LintDrawing } from './drawing.ts';
import { type Listing, rulesInOrder, untriedFinding } from './lint.ts';
import { NamedPairs } from './named-pairs.ts';
import type { Redrawn } from './redrawn.ts';

/** The parts of a plan that are linted. */
export type LintedPlan = {
  readonly tab: TabView;
  readonly edits: readonly Edit[];
  /** Elements that the changeset names. */
  readonly targets?: Iterable<string>;
};

export type LintChange = {
  readonly lint: ChangesetLint;
  /** How many findings of the tab the changeset did not introduce. */
  readonly older: Lint['counts'];
  /** Refs of arrows that were re-routed without being touched. */
  readonly rerouted: readonly string[];
};

/** The findings of a drawing before a change: all subjects of the rules that can name them, and the counts of all rules. */
export class LintBefore {
  readonly subjects = new Map<Rule, ReadonlySet<string>>();
  readonly counts = new Map<Rule, number>();

  constructor(drawing: LintDrawing, tab: TabView) {
    for (const rule of rulesInOrder) {
      this.counts.set(rule, rule.count(drawing, tab));
      if (rule.pairs === undefined) this.subjects.set(rule, new Set(rule.subjects(drawing)));
    }
  }
}

export type RuleChange = {
  readonly rule: Rule;
  readonly introduced: readonly string[];
  readonly resolved: readonly string[];
  readonly introducedCount: number;
};

/** The changes of each rule. Its introduced and resolved subjects are those that are listed. */
export function ruleChanges(before: LintBefore, redrawn: Redrawn, drawing: LintDrawing, tab: TabView): RuleChange[] {
  return rulesInOrder.map((rule) => {
    const { pairs } = rule;
    const was = pairs === undefined ? null : pairs.before(redrawn);
    const is = pairs === undefined ? null : NamedPairs.of(pairs.at(redrawn.ids, drawing));
    if (was?.isFull === true || is?.isFull === true) {
      const introducedCount = Math.max(0, rule.count(drawing, tab) - (before.counts.get(rule) ?? 0));
      return { rule, introduced: [], resolved: [], introducedCount };
    }
    const [old, current] = [was?.names ?? before.subjects.get(rule) ?? none, is?.names ?? rule.subjects(drawing)];
    const introduced = without(current, old);
    return {
      rule,
      introduced: inOrder(introduced),
      resolved: inOrder(without(old, current)),
      introducedCount: introduced.size,
    };
  });
}

const none: ReadonlySet<string> = new Set();

function without(subjects: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> {
  const left = new Set<string>();
  for (const subject of subjects) if (!others.has(subject)) left.add(subject);
  return left;
}

export const introducedOf = (changes: readonly RuleChange[], listing: Listing): Finding[] =>
  changes.flatMap(({ rule, introduced }) => found(rule, introduced, listing));

/**
 * The resolved findings as the listing of the base has them. Others have fixes that were not tried [LT32]; the drawing must be that of
 * the base then.
 */
export const resolvedOf = (changes: readonly RuleChange[], listing: Listing, drawing: LintDrawing, base: TabView): Finding[] =>
  changes.flatMap(({ rule, resolved }) =>
    resolved
      .slice(0, findingsListed)
      .map((subject) => (listing.has(rule, subject) ? listing.find(rule, subject) : untriedFinding(rule, subject, drawing, base)))
      .filter((finding) => finding !== null),
  );

const found = (rule: Rule, subjects: readonly string[], listing: Listing): Finding[] =>
  subjects
    .slice(0, findingsListed)
    .map((subject) => listing.find(rule, subject))
    .filter((finding) => finding !== null);

export function olderThan(changes: readonly RuleChange[], { counts }: Lint): Lint['counts'] {
  const introduced: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  for (const { rule, introducedCount } of changes) introduced[rule.severity] += introducedCount;
  return {
    error: counts.error - introduced.error,
    warning: counts.warning - introduced.warning,
    info: counts.info - introduced.info,
  };
}

/** True if no finding was resolved that is not in the listing. */
export const isListed = (changes: readonly RuleChange[], listing: Listing): boolean =>
  changes.every(({ rule, resolved }) => resolved.slice(0, findingsListed).every((subject) => listing.has(rule, subject)));

/** What a drawing made from scratch replaces: everything. */
export function redrawnWhole(before: LintDrawing, edits: readonly Edit[]): Redrawn {
  const lines = new Map(Array.from(before.lines.all(), (line) => [line.arrow.id, line]));
  const ids = new Set([...edits.map(({ id }) => id), ...lines.keys(), ...before.overlaps.ids()]);
  const [overlaps, merges] = [new NamedPairs(), new NamedPairs()];
  const redrawn = { ids, lines, overlaps, merges };
  for (const { pairs } of rulesInOrder) {
    for (const name of pairs?.at(ids, before) ?? []) {
      const named = pairs?.before(redrawn);
      named?.add(name);
      if (named?.isFull === true) break;
    }
  }
  return redrawn;
}
