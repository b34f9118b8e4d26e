/** lint: the texts of clients/editor/lint. */
import { catalogue } from './catalogue.ts';

export const lintTexts = catalogue({
  error: 'Error',
  warning: 'Warning',
  suggestion: 'Suggestion',
  checking: 'Checking…',
  noIssues: 'No issues',
  noIssuesAbout: 'No overlaps, unconnected arrows or clipped text. Agents see the same result.',
  findingButton: (message: string, value: string) => `${message} Show ${value}`,
  fix: 'Fix',
  fixIssues: (count: number) => `Fix ${count} issues`,
  fixed: (done: number) => `${done} fixed`,
});
