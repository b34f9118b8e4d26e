/** The codes of docs/lint.md, each with its severity, a drawing that has the fault, and its fix. */
import { readFileSync } from 'node:fs';

export type RuleReference = {
  readonly code: string;
  readonly severity: string;
  /** Changesets; null if no changeset can cause it. */
  readonly provoked: string | null;
  readonly mended: string | null;
};

export function describedCodes(): RuleReference[] {
  const text = readFileSync(new URL('../../docs/lint.md', import.meta.url), 'utf8');
  return text
    .split('\n### ')
    .slice(1)
    .map((section) => {
      const [provoked = null, mended = null] = Array.from(section.matchAll(/```text\n([^`]*)```/g), ([, block = '']) => block);
      const [code = '', , line = ''] = section.split('\n');
      return { code, severity: line.slice(0, line.indexOf(' ')), provoked, mended };
    });
}
