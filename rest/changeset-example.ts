/** Runs an example of the language reference: its lines, the answer, and the tab before and after, as text and as a picture. */
import { answerText } from '#core/changeset/answer-text.ts';
import { parseOperations } from '#core/changeset/parse.ts';
import { planChangeset } from '#core/changeset/plan.ts';
import { findFixes } from '#core/lint/fixes.ts';
import { LintCache } from '#core/lint/incremental.ts';
import { lintChangeLines } from '#core/lint/lint-text.ts';
import type { Example } from '#core/ops/example.ts';
import type { FlowEngine } from '#core/planning/planning.ts';
import { renderSvg } from '#core/render/render-svg.ts';
import { TabIndex } from '#core/tab/tab-index.ts';
import { outline } from '#core/views/outline.ts';
import { installedIcons } from '#server/icons/installed-icons.ts';

/** A tab in the reference. */
export type ExampleTab = { readonly outline: string; readonly svg: string };
export type RunExample = {
  readonly before: ExampleTab;
  readonly lines: string;
  readonly answer: string;
  readonly after: ExampleTab;
};

/** Throws if the example is refused. The result is deterministic. */
export function runExample({ before, lines }: Example, flow: FlowEngine): RunExample {
  const tab = TabIndex.of(emptyTab);
  let next = 0;
  const context = {
    newSuffix: () => (next++).toString(36).padStart(8, '0'),
    selected: null,
    mayReference: () => true,
    icons: installedIcons(),
    flow,
    fixes: findFixes,
  };
  const run = (text: string) => {
    const parsed = parseOperations(text);
    const plan = 'errors' in parsed ? parsed : planChangeset(tab, parsed.operations, context);
    if ('errors' in plan) throw new Error(`An example is refused: ${JSON.stringify(plan.errors)}`);
    const change = new LintCache().change(tab, plan);
    tab.update(plan.edits.map(({ id, after }) => ({ id, element: after })));
    return { results: plan.results, change };
  };
  const show = (rev: number): ExampleTab => ({
    outline: outline(tab, { rev }),
    svg: `${renderSvg(tab, { icons: installedIcons() })}\n`,
  });
  run(before);
  const tabBefore = show(1);
  const { results, change } = run(lines);
  const { verdict } = change.lint;
  const notes = lintChangeLines(change);
  const answer = answerText({ results, notes, rev: { from: 1, to: 2 }, dryRun: true, verdict, documentId: '' });
  return { before: tabBefore, lines, answer, after: show(2) };
}

const emptyTab = {
  id: 'tab_00000000000000000000',
  name: 'Tab 1',
  mode: 'canvas',
  theme: 'light',
  locked: false,
  order: 'a0',
  layers: [],
  pages: [],
  elements: new Map(),
  skipped: [],
} as const;
