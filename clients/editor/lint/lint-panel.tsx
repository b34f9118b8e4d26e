/** lint-panel: the findings of lint on the drawing, worst first; each shows its place, and is fixed with one press. */
import { CircleAlert, CircleCheck, Info, TriangleAlert, Wand2 } from 'lucide-react';
import { useState } from 'react';

import type { Finding, Lint } from '#schema/changeset.ts';
import type { Severity } from '#schema/severities.ts';

import { parseOperations } from '#core/changeset/parse.ts';

import { type Editor, useEditor } from '../state/editor.ts';
import { applyLines } from '../changeset-lines/apply-lines.ts';
import { useValue } from '../state/signal.ts';
import { elementName } from '../people/element-name.ts';
import { showElements } from '../people/show-elements.ts';
import { failureText } from '../api/call.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import css from './lint-panel.module.css';
import { useLint } from './use-lint.ts';
import { lintTexts } from '../strings/lint.ts';

const signs = { error: CircleAlert, warning: TriangleAlert, info: Info } as const;
const severityNames: { readonly [severity in Severity]: string } = {
  error: lintTexts.error,
  warning: lintTexts.warning,
  info: lintTexts.suggestion,
};

export function LintPanel() {
  const editor = useEditor();
  const lint = useLint(editor.tab);
  if (lint === null) return <p role="status">{lintTexts.checking}</p>;
  if (lint.findings.length === 0) {
    return (
      <EmptyState icon={<CircleCheck />} title={lintTexts.noIssues}>
        {lintTexts.noIssuesAbout}
      </EmptyState>
    );
  }
  return (
    <div className={css['panel']}>
      <p className={css['summary']}>{countsText(lint.counts)}</p>
      <FixAll lint={lint} editor={editor} />
      <ul className={css['findings']}>
        {lint.findings.map((finding) => (
          <FindingRow
            key={`${finding.code} ${finding.elements.join(' ')} ${finding.message}`}
            finding={finding}
            editor={editor}
          />
        ))}
      </ul>
    </div>
  );
}

/** `2 warnings, 1 suggestion`. */
function countsText({ error, warning, info }: Lint['counts']): string {
  const parts = [
    [error, lintTexts.errors],
    [warning, lintTexts.warnings],
    [info, lintTexts.suggestions],
  ] as const;
  return parts.flatMap(([count, text]) => (count === 0 ? [] : text(count))).join(', ');
}

/** The message and the fix are the API's, in its language: agents read the same. */
function FindingRow({ finding, editor }: { readonly finding: Finding; readonly editor: Editor }) {
  const { severity, message, elements, fix } = finding;
  const mayEdit = useValue(editor.mayEdit);
  const Sign = signs[severity];
  const ids = elements.flatMap((ref) => idOf(ref, editor));
  return (
    <li className={css['finding']} data-severity={severity}>
      <Sign className={css['sign']} aria-label={severityNames[severity]} />
      <div className={css['words']}>
        <button
          type="button"
          className={css['where']}
          title={lintTexts.show(ids.map((id) => elementName(editor.tab.view.get(id), editor.tab.view)).join(', '))}
          onClick={() => showElements(editor, editor.tab.id, ids)}
        >
          <span lang="en">{message}</span>
        </button>
        <code className={css['fix']}>{fix}</code>
      </div>
      {mayEdit && isLine(fix) && <FixButton lines={[fix]} editor={editor} label={lintTexts.fix} />}
    </li>
  );
}

function FixAll({ lint, editor }: { readonly lint: Lint; readonly editor: Editor }) {
  const mayEdit = useValue(editor.mayEdit);
  const lines = lint.findings.map(({ fix }) => fix).filter(isLine);
  return mayEdit && lines.length > 1 ? (
    <FixButton lines={lines} editor={editor} label={lintTexts.fixIssues(lines.length)} />
  ) : null;
}

/** Each line on its own: one that no longer applies after those before it is skipped. */
function FixButton({
  lines,
  editor,
  label,
}: {
  readonly lines: readonly string[];
  readonly editor: Editor;
  readonly label: string;
}) {
  const [busy, setBusy] = useState(false);
  const fix = async (): Promise<void> => {
    setBusy(true);
    let done = 0;
    let refusal: string | null = null;
    try {
      for (const line of lines) {
        const applied = await applyLines(editor, line);
        if ('results' in applied) done += 1;
        else refusal = applied.errors[0]?.message ?? null;
      }
      if (done === 0 && refusal !== null) editor.tell({ text: refusal, kind: 'failure' });
      else editor.announce(lintTexts.fixed(done));
    } catch (error) {
      editor.tell({ text: failureText(error), kind: 'failure' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="sm" icon={<Wand2 />} busy={busy} onClick={() => void fix()}>
      {label}
    </Button>
  );
}

/** Whether a fix is a changeset line, rather than advice. */
const isLine = (fix: string): boolean => !('errors' in parseOperations(fix));

function idOf(ref: string, { tab }: Editor): string[] {
  if (tab.view.get(ref) !== undefined) return [ref];
  const bySlug = tab.view.idsOfSlug(ref);
  return bySlug.length === 1 ? [...bySlug] : [...tab.view.idsWithPrefix(ref, 1)];
}
