/** lint: the texts of clients/editor/lint. */
import { catalogue } from './catalogue.ts';

export const lintTexts = catalogue({
  error: 'Error',
  warning: 'Warning',
  suggestion: 'Suggestion',
  checking: 'Checking…',
  noIssues: 'No issues',
  noIssuesAbout: 'No overlaps, unconnected arrows or clipped text. Agents see the same result.',
  errors: (count: number) => (count === 1 ? '1 error' : `${count} errors`),
  warnings: (count: number) => (count === 1 ? '1 warning' : `${count} warnings`),
  suggestions: (count: number) => (count === 1 ? '1 suggestion' : `${count} suggestions`),
  show: (names: string) => `Show ${names}`,
  fix: 'Fix',
  fixIssues: (count: number) => `Fix ${count} issues`,
  fixed: (done: number) => `${done} fixed`,
});
