/** lint-report: the findings of tabs in the form that was asked for, and how many of them fail. */
import { lintText } from '#core/lint/lint-text.ts';
import { severities, type Severity } from '#schema/severities.ts';

import type { LintedTab } from './linted-tab.ts';
import { sarifOf } from './sarif.ts';

type LintReport = {
  /** What people read; '' if the report is JSON. */
  readonly text: string;
  /** Null if the report is text. */
  readonly json: object | null;
  readonly failing: number;
};

export function lintReport(tabs: readonly LintedTab[], format: 'text' | 'json' | 'sarif', failOn: Severity | 'none'): LintReport {
  const failing = failOn === 'none' ? 0 : tabs.reduce((sum, { lint }) => sum + countFrom(failOn, lint.counts), 0);
  switch (format) {
    case 'sarif':
      return { text: '', json: sarifOf(tabs), failing };
    case 'json':
      return {
        text: '',
        json: { tabs: tabs.map(({ name, document, path, lint }) => ({ name, document, path, lint })) },
        failing,
      };
    case 'text':
      return {
        text: tabs.map((tab) => `${tab.path ?? tab.name}\n${lintText(tab.lint).replace(/^(?=.)/gm, '  ')}`).join(''),
        json: null,
        failing,
      };
  }
}

/** Findings that are as severe or more. */
const countFrom = (least: Severity, counts: Readonly<Record<Severity, number>>): number =>
  severities.slice(0, severities.indexOf(least) + 1).reduce((sum, severity) => sum + counts[severity], 0);
