/**
 * trials: fixes are tried before they are suggested.
 * F1  A line is suggested when it was seen to hold: as a changeset of its own it is not refused, its finding is gone, and
 *     no finding of the same severity is there that was not there before. How wide the drawing is for its height
 *     (aspect-extreme) is left out of account: a frame that goes may well have been what made it tall.
 * F2  Of several lines the first that holds is taken; when none does the fix is words, for a person or for several lines.
 * F3  Trials of one rule are few and each is small (`usual`). Where there is no room for a trial the first line is suggested untried.
 * F4  What is locked no line can change: the fix is words then.
 *
 * A trial plans the line on the tab, brings the drawing to what the plan leaves, looks, and brings it back.
 */
import type { LintCode } from '#schema/changeset.ts';
import type { Element } from '#schema/element.ts';

import { parseOperations } from '../changeset/parse.ts';
import { type ChangesetPlan, planChangeset } from '../changeset/plan.ts';
import type { FlowEngine } from '../planning/planning.ts';
import { isLocked, lockedLayersOf } from '../tab/locks.ts';
import type { TabView } from '../tab/view.ts';
import type { Rule } from './define-rule.ts';
import type { LintDrawing } from './drawing.ts';

export type TrialLimits = {
  readonly perRule: number;
  /** Units of work that planning a line may take. */
  readonly work: number;
  /** Elements that drawing the result may look at. */
  readonly looks: number;
  readonly flow?: FlowEngine;
};

const usual: TrialLimits = { perRule: 16, work: 4_000, looks: 300 };

/** What is to be mended: one finding, by the rule's name for it. */
type Faulty = { readonly code: LintCode; readonly subject: string };

export class Trials {
  readonly #drawing: LintDrawing;
  readonly #tab: TabView;
  readonly #rules: readonly Rule[];
  readonly #attempts = new Map<LintCode, number>();
  /** The subjects of rules before any trial, of those that can name all of them. */
  readonly #standing = new Map<LintCode, ReadonlySet<string>>();
  readonly #lockedLayers: ReadonlySet<string>;
  readonly #limits: TrialLimits;
  /** Lines whose effect is known. */
  readonly #sure = new Set<string>();

  constructor(drawing: LintDrawing, tab: TabView, rules: readonly Rule[], limits: TrialLimits = usual) {
    this.#limits = limits;
    this.#drawing = drawing;
    this.#tab = tab;
    this.#rules = rules;
    this.#lockedLayers = lockedLayersOf(tab.settings);
  }

  /** The line, whose effect is known, unless what it changes is locked [F4]. */
  unlessLocked(element: Element, line: string): string {
    if (this.#tab.settings.locked) return `unlock the tab, then ${line}`;
    if (isLocked(element, this.#lockedLayers)) return `unlock ${this.#tab.refOf(element.id)}, then ${line}`;
    this.#sure.add(line);
    return line;
  }

  /** True if a fix is a line that is known to hold; a line that was not tried and words are not. */
  isSure(fix: string): boolean {
    return this.#sure.has(fix);
  }

  /** The first of the lines that holds, or the words [F1] [F2] [F3]. */
  firstToHold(faulty: Faulty, lines: Iterable<string>, words: string): string {
    if (this.#tab.settings.locked) return `unlock the tab; ${words}`;
    for (const line of lines) {
      const spent = this.#attempts.get(faulty.code) ?? 0;
      if (spent === this.#limits.perRule) return line;
      this.#attempts.set(faulty.code, spent + 1);
      const outcome = this.#try(faulty, line);
      if (outcome === 'holds') this.#sure.add(line);
      if (outcome !== 'fails') return line;
    }
    return words;
  }

  #try({ code, subject }: Faulty, line: string): 'holds' | 'fails' | 'too much' {
    const plan = this.#plan(line);
    if (plan === null) return 'fails';
    if (plan === 'too much' || this.#drawing.looksFor(plan.edits, this.#limits.looks) > this.#limits.looks) return 'too much';
    const changed = plan.edits.map(({ id }) => id);
    const severity = this.#rules.find((rule) => rule.code === code)?.severity;
    const rivals = this.#rules.filter(
      (rule) => rule.severity === severity && (rule.code === code || rule.code !== 'aspect-extreme'),
    );
    for (const rule of rivals) this.#subjectsBefore(rule);
    const redrawn = this.#drawing.update(plan.tab, changed);
    if (redrawn === null) return 'fails';
    try {
      const holds = rivals.every((rule) => {
        const after = rule.pairs?.at(redrawn.ids, this.#drawing) ?? rule.subjects(this.#drawing);
        const before = rule.pairs?.before(redrawn).names ?? this.#subjectsBefore(rule);
        if (rule.code === code && !before.has(subject)) return false;
        for (const one of after) if (!before.has(one) || (rule.code === code && one === subject)) return false;
        return true;
      });
      return holds ? 'holds' : 'fails';
    } finally {
      this.#drawing.update(this.#tab, changed);
    }
  }

  #plan(line: string): ChangesetPlan | 'too much' | null {
    const parsed = parseOperations(line);
    if ('errors' in parsed) return null;
    let made = 0;
    const plan = planChangeset(this.#tab, parsed.operations, {
      newSuffix: () => (made++).toString(36).padStart(8, '0'),
      selected: null,
      mayReference: () => true,
      workLimit: this.#limits.work,
      ...(this.#limits.flow !== undefined && { flow: this.#limits.flow }),
    });
    if (!('errors' in plan)) return plan;
    return plan.needsWorker === true ? 'too much' : null;
  }

  #subjectsBefore(rule: Rule): ReadonlySet<string> {
    const known = this.#standing.get(rule.code) ?? new Set(rule.subjects(this.#drawing));
    this.#standing.set(rule.code, known);
    return known;
  }
}
