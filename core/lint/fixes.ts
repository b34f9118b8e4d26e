/**
 * The fixes of a tab's findings one by one, for the operation `fix`.
 *
 * A line is returned if it was tried, holds on the tab as the previous lines left it, and fixes a finding of the code that concerns one
 * of the elements. For all codes, only lines that change geometry or style are returned. Every finding is examined once; those that
 * remain are found again at the end.
 */
import type { Finding } from '#schema/changeset.ts';

import { parseOperations } from '../changeset/parse.ts';
import type { Fixes, FixOperation, FixRequest } from '../planning/planning.ts';
import type { TabView } from '../tab/view.ts';
import { inOrder, type Rule } from './define-rule.ts';
import { LintDrawing } from './drawing.ts';
import { findingLine } from './lint-text.ts';
import { findingOf, rulesInOrder } from './lint.ts';
import { rules } from './rules/rule-list.ts';
import { type TrialLimits, Trials, withoutTrials } from './trials.ts';

const limits: TrialLimits = { perRule: Infinity, budget: Infinity, work: 400_000, looks: 20_000 };
/** Typical costs of fixing a finding, in units of core/planning/work.ts. */
const costs = { element: 30, finding: 50, trial: 3_000 };
const leftShown = 20;

/** For the context of a plan. */
export const findFixes = (tab: TabView, request: FixRequest): Fixes => new TabFixes(tab, request);

class TabFixes implements Fixes {
  readonly #tab: TabView;
  readonly #request: FixRequest;
  readonly #drawing: LintDrawing;
  readonly #rules: readonly Rule[];
  readonly #examined = new Set<string>();

  constructor(tab: TabView, request: FixRequest) {
    this.#tab = tab;
    this.#request = request;
    this.#rules = rulesInOrder.filter(({ code }) => request.code === 'all' || request.code === code);
    request.work.spend(tab.size * costs.element);
    this.#drawing = LintDrawing.of(tab);
  }

  next(): FixOperation | null {
    const trials = new Trials(this.#drawing, this.#tab, rules, { ...limits, flow: this.#request.flow });
    for (const [rule, subject] of this.#concerned()) {
      const key = `${rule.code} ${subject}`;
      if (this.#examined.has(key)) continue;
      this.#examined.add(key);
      const untried = rule.find(subject, this.#drawing, this.#tab, new Trials(this.#drawing, this.#tab, rules, withoutTrials));
      if (untried === null || (this.#request.code === 'all' && !isOfLook(untried.fix) && !isWords(untried.fix))) continue;
      if (!this.#request.work.spend(costs.trial)) return null;
      const { fix } = rule.find(subject, this.#drawing, this.#tab, trials) ?? untried;
      if (!trials.isSure(fix) || (this.#request.code === 'all' && !isOfLook(fix))) continue;
      const parsed = parseOperations(fix);
      const operation = 'errors' in parsed ? undefined : parsed.operations[0]?.operation;
      if (operation !== undefined) return operation;
    }
    return null;
  }

  applied(ids: Iterable<string>): void {
    this.#drawing.update(this.#tab, ids);
  }

  left(): string[] {
    const trials = new Trials(this.#drawing, this.#tab, rules);
    const left: Finding[] = [];
    let more = 0;
    for (const [rule, subject] of this.#concerned()) {
      if (left.length === leftShown) {
        more += 1;
        continue;
      }
      const draft = rule.find(subject, this.#drawing, this.#tab, trials);
      if (draft !== null) left.push(findingOf(rule, draft));
    }
    return [...left.map(findingLine), ...(more === 0 ? [] : [`${more} more findings`])];
  }

  /** The findings of the request, as rules and subjects. */
  *#concerned(): Generator<readonly [Rule, string]> {
    for (const rule of this.#rules) {
      for (const subject of rule.listed?.(this.#drawing, this.#tab) ?? inOrder(rule.subjects(this.#drawing), Infinity)) {
        if (!this.#request.work.spend(costs.finding)) return;
        if (this.#isConcerned(rule, subject)) yield [rule, subject];
      }
    }
  }

  #isConcerned(rule: Rule, subject: string): boolean {
    const { elements } = this.#request;
    if (elements === null) return true;
    const trials = new Trials(this.#drawing, this.#tab, rules, withoutTrials);
    const refs = rule.find(subject, this.#drawing, this.#tab, trials)?.elements ?? [];
    return refs.some((ref) => {
      const [id = this.#tab.idsWithPrefix(ref, 1)[0] ?? ''] = this.#tab.idsOfSlug(ref);
      return elements.has(id);
    });
  }
}

const isWords = (fix: string): boolean => 'errors' in parseOperations(fix);

const lookFields: ReadonlySet<string> = new Set(['line', 'text', 'fill', 'stroke']);

/** True if a line changes only geometry or style. */
function isOfLook(line: string): boolean {
  const parsed = parseOperations(line);
  const operation = 'errors' in parsed ? undefined : parsed.operations[0]?.operation;
  if (operation === undefined) return false;
  if (operation.op === 'move' || operation.op === 'layout') return true;
  return operation.op === 'set' && Object.keys(operation.fields).every((field) => lookFields.has(field));
}
