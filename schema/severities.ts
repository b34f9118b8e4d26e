/** How much a finding of lint matters, the worst first. Without schemas, which the help of the command line does without. */
export const severities = ['error', 'warning', 'info'] as const;
export type Severity = (typeof severities)[number];
