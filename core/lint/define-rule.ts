/**
 * The form of a lint rule: one code, one file, one line in rules/rule-list.ts.
 *
 * A rule counts its findings without listing them, and lists them lazily in an order that depends only on the tab, so a tab full of
 * faults costs no more than the listed findings. `{slots}` of the message are filled from a finding's `data`. The head of each rule says
 * which lines it tries as its fix (trials.ts).
 */
import type { LintCode } from '#schema/changeset.ts';
import type { Severity } from '#schema/severities.ts';

import type { TabView } from '../tab/view.ts';
import type { LintDrawing } from './drawing.ts';
import type { Footprint } from './footprint.ts';
import type { NamedPairs } from './named-pairs.ts';
import type { Redrawn } from './redrawn.ts';
import type { Trials } from './trials.ts';

/** The parts of a tab that a rule needs besides its drawing. */
export type LintTab = Pick<TabView, 'refOf' | 'skipped'>;

export type FindingDraft = {
  /** Refs. */
  readonly elements: readonly string[];
  readonly data?: Readonly<Record<string, string | number>>;
  /** A changeset line that removes the finding, or words if no line does. */
  readonly fix: string;
};

export type Rule = {
  readonly code: LintCode;
  readonly severity: Severity;
  readonly message: string;
  count(drawing: LintDrawing, tab: LintTab): number;
  /** One name for each of its findings, in most rules the id of an element. A rule about pairs has `pairs` instead. */
  subjects(drawing: LintDrawing): ReadonlySet<string>;
  /** The subjects in the order in which findings are listed. Default: by name. */
  listed?(drawing: LintDrawing, tab: LintTab): Iterable<string>;
  readonly pairs?: PairSubjects;
  /** For a rule that also depends on counts of the whole drawing (tally.ts): its subjects without regard to them. */
  local?(drawing: LintDrawing): ReadonlySet<string>;
  /**
   * Notes what the finding about a subject depends on, apart from what it looks up in the tab and in its trials. Findings of rules
   * without it are not remembered.
   */
  near?(subject: string, drawing: LintDrawing, footprint: Footprint): void;
  /** The finding about a subject; null if there is none. */
  find(subject: string, drawing: LintDrawing, tab: LintTab, trials: Trials): FindingDraft | null;
};

/** Subjects of a rule about pairs of elements. There can be far more pairs than elements, so they are never all named. */
export type PairSubjects = {
  /** The subjects that these elements take part in; one may be named twice. */
  at(ids: Iterable<string>, drawing: LintDrawing): Iterable<string>;
  /** Those that the redrawn elements took part in before. */
  before(redrawn: Redrawn): NamedPairs;
};

export const defineRule = (rule: Rule): Rule => rule;

/** The most findings of a rule that are listed [LT1]. */
export const findingsListed = 50;

export const noSubjects: ReadonlySet<string> = new Set();
/** The subject of a rule about the whole drawing. */
export const wholeDrawing = 'drawing';
export const onlyIf = (found: boolean): ReadonlySet<string> => (found ? whole : noSubjects);
const whole: ReadonlySet<string> = new Set([wholeDrawing]);

/** The first ids in the order in which findings are listed, at most as many as are listed. */
export function inOrder(ids: ReadonlySet<string>, most: number = findingsListed): string[] {
  if (ids.size <= 4 * most) return [...ids].toSorted().slice(0, most);
  const first: string[] = [];
  for (const id of ids) {
    const last = first[most - 1];
    if (last !== undefined && id >= last) continue;
    let at = first.length;
    while (at > 0 && (first[at - 1] ?? '') > id) at -= 1;
    first.splice(at, 0, id);
    if (first.length > most) first.pop();
  }
  return first;
}
