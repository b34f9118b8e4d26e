/**
 * define-rule: the form of a lint rule: one code, one file, one line in rules/list.ts.
 *
 * A rule counts its findings without listing them and lists them lazily, in an order that depends on the tab alone: of a
 * tab full of faults only the first are written out. `{slots}` of the message are filled from a finding's `data`.
 */
import type { LintCode, Severity } from '#schema/changeset.ts';

import type { TabView } from '../tab/view.ts';
import type { Drawing } from './drawing.ts';

/** What a rule asks of the tab beside its drawing. */
export type LintTab = Pick<TabView, 'refOf' | 'skipped'>;

export type Found = {
  /** Refs. */
  readonly elements: readonly string[];
  readonly data?: Readonly<Record<string, string | number>>;
  /** A changeset line that removes the finding, or words where no line can. */
  readonly fix: string;
};

export type Rule = {
  readonly code: LintCode;
  readonly severity: Severity;
  readonly message: string;
  count(drawing: Drawing, tab: LintTab): number;
  check(drawing: Drawing, tab: LintTab): Iterable<Found>;
};

export const defineRule = (rule: Rule): Rule => rule;

/** Ids in the order in which findings name them. */
export const inOrder = (ids: Iterable<string>): string[] => [...ids].toSorted();
