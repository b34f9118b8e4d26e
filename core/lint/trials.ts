/**
 * Fixes are tried before they are suggested [LT4] [LT5] [LT6] [LT7].
 *
 * A trial plans the line on the tab, updates the drawing to the result, lints it, and restores the drawing. `aspect-extreme` does not
 * count as a new finding: a frame that is removed may have been what made the drawing tall. What a trial read is noted, so that its
 * outcome can be remembered (finding-memory.ts). Their number (`usual`) is limited per rule, and all rules share a budget, in the order of
 * rules and findings.
 */
import type { LintCode } from '#schema/changeset.ts';
import type { Arrow, Element } from '#schema/element.ts';

import { boundsOf } from '../arrows/polyline.ts';
import { type ArrowRoute, routeAt } from '../arrows/route.ts';
import { parseOperations } from '../changeset/parse.ts';
import { type ChangesetPlan, planChangeset } from '../changeset/plan.ts';
import type { FlowEngine } from '../planning/planning.ts';
import { isLocked, lockedLayersOf } from '../tab/locks.ts';
import { pinsOf } from '../tab/tab-index.ts';
import type { TabView } from '../tab/view.ts';
import type { Rule } from './define-rule.ts';
import type { LintDrawing } from './drawing.ts';
import { Footprint } from './footprint.ts';
import { bringsWarnings, shifted, type Tally, tallyOf } from './tally.ts';
import { areShifts, separates } from './separation.ts';
import { TrackedTab } from './tracked-tab.ts';
import { boxesFor, largePlanCost, lineCostIn, looksFor, planCost, routingCostOf, searchCostOf } from './trial-cost.ts';

export type TrialLimits = {
  readonly perRule: number;
  /** The sum of the costs of all trials (trial-cost.ts); the last one may exceed it. */
  readonly budget: number;
  /** Units of work that planning a line may take. */
  readonly work: number;
  /** Elements that drawing the result of one trial may look at. */
  readonly looks: number;
  readonly flow?: FlowEngine;
};

const usual: TrialLimits = { perRule: 16, budget: 500, work: 4_000, looks: 300 };
/** Suggests the first line, which costs nothing. */
export const withoutTrials: TrialLimits = { perRule: 0, budget: 0, work: 0, looks: 0 };
/** More elements than the line of any fix adds. */
const addedMost = 16;

/** The finding to fix, by the rule's name for it. `elements`: how many elements each line changes, if they are many. */
type Faulty = { readonly code: LintCode; readonly subject: string; readonly elements?: number };

/** `unfit`: the line is refused, or leaves or brings a finding. */
type Outcome = 'holds' | 'unfit' | 'too much';
type Attempt = {
  readonly cost: number;
  /** Lines of arrows that the trial drew. What one costs is a matter of the whole drawing, so it is not part of `cost`. */
  readonly lines: number;
  readonly outcome: Outcome;
  /** How many elements the line may add: its outcome is another one where the tab has no room for them. */
  readonly added: number;
  /**
   * For an outcome that also depends on counts of the whole drawing: the counts before and after, and whether the line holds apart
   * from them.
   */
  readonly tallies?: { readonly before: Tally; readonly after: Tally; readonly isFit: boolean };
};

/** The trials for one finding; `isCut`: there was no room for another one. */
export type TrialRecord = { readonly attempts: readonly Attempt[]; readonly isCut: boolean };

export class Trials {
  readonly #drawing: LintDrawing;
  readonly #tab: TabView;
  readonly #rules: readonly Rule[];
  readonly #attempts = new Map<LintCode, number>();
  #spent = 0;
  /** The subjects of rules before any trial, for rules that can name all of them. */
  readonly #subjects = new Map<string, ReadonlySet<string>>();
  #tally: Tally | null = null;
  readonly #lockedLayers: ReadonlySet<string>;
  readonly #limits: TrialLimits;
  /** Lines whose effect is known. */
  readonly #sure = new Set<string>();
  /** Of the finding whose fix is sought. */
  #footprint = new Footprint();
  #record: Attempt[] = [];
  #isCut = false;
  /** The cost of searches since the last trial. */
  #searched = 0;
  readonly #lineCost: number;

  constructor(drawing: LintDrawing, tab: TabView, rules: readonly Rule[], limits: TrialLimits = usual) {
    this.#limits = limits;
    this.#drawing = drawing;
    this.#tab = tab;
    this.#rules = rules;
    this.#lockedLayers = lockedLayersOf(tab.settings);
    this.#lineCost = lineCostIn(drawing);
  }

  /** Runs a search for a fix that notes in the footprint what it reads, and returns its trials. */
  record(footprint: Footprint, search: () => void): TrialRecord {
    this.#footprint = footprint;
    this.#record = [];
    this.#isCut = false;
    this.#searched = 0;
    search();
    return { attempts: this.#record, isCut: this.#isCut };
  }

  /** Repeats recorded trials without making them. False, and without effect, if they might end in another way now. */
  repeat(code: LintCode, { attempts, isCut }: TrialRecord): boolean {
    let [made, spent] = [this.#attempts.get(code) ?? 0, this.#spent];
    for (const { cost, lines, outcome, added, tallies } of attempts) {
      if (this.#isBeyondLimits(made, spent) || !this.#drawing.hasRoomFor(added)) return false;
      if (tallies !== undefined && outcome !== this.#outcomeOf(tallies)) return false;
      made += 1;
      spent += cost + lines * this.#lineCost;
    }
    if (isCut && !this.#isBeyondLimits(made, spent)) return false;
    if (attempts.length > 0) this.#attempts.set(code, made);
    this.#spent = spent;
    return true;
  }

  /** The line, whose effect is known, unless what it changes is locked [LT7]. */
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

  /** True if there is no room for another trial of a rule, nor for a search for one. */
  isExhausted(code: LintCode): boolean {
    return this.#isBeyondLimits(this.#attempts.get(code) ?? 0, this.#spent);
  }

  /** The route that an arrow would have in place of the current one. */
  routeOf(arrow: Arrow): ArrowRoute {
    this.#searched += searchCostOf(arrow, this.#drawing, this.#footprint);
    const { elements } = this.#drawing;
    for (const pin of pinsOf(arrow)) this.#footprint.element(pin);
    const route = routeAt(arrow, elements.parallelPlaceOf(arrow), elements.groundNoting(this.#footprint));
    if (route.points.length > 0) this.#footprint.rect(boundsOf(route.points));
    return route;
  }

  /** The first of the lines that holds, or the words [LT4] [LT5] [LT6]. */
  firstToHold(faulty: Faulty, lines: Iterable<string>, words: string): string {
    if (this.#tab.settings.locked) return `unlock the tab; ${words}`;
    for (const line of lines) {
      if (this.isExhausted(faulty.code)) {
        this.#isCut = true;
        return line;
      }
      const attempt = this.#try(faulty, line);
      this.#note(faulty.code, attempt);
      if (attempt.outcome === 'holds') this.#sure.add(line);
      if (attempt.outcome !== 'unfit') return line;
    }
    if (this.#searched > 0) this.#note(faulty.code, { cost: 0, lines: 0, outcome: 'unfit', added: 0 });
    return words;
  }

  /** Counts an attempt together with the searches for it. */
  #note(code: LintCode, attempt: Attempt): void {
    const cost = attempt.cost + this.#searched;
    this.#searched = 0;
    this.#attempts.set(code, (this.#attempts.get(code) ?? 0) + 1);
    this.#spent += cost + attempt.lines * this.#lineCost;
    this.#record.push({ ...attempt, cost });
  }

  #isBeyondLimits(made: number, spent: number): boolean {
    return made >= this.#limits.perRule || spent >= this.#limits.budget;
  }

  #try({ code, subject, elements = 1 }: Faulty, line: string): Attempt {
    if (elements > this.#limits.looks) return { cost: 0, lines: 0, outcome: 'too much', added: 0 };
    const plan = this.#plan(line);
    // A plan that is refused for another reason is refused by a full tab too.
    if (!this.#drawing.hasRoomFor(addedMost) && (plan === null || plan === 'too much')) this.#footprint.whole();
    const planned = { cost: planCost, lines: 0 };
    if (plan === null) return { ...planned, outcome: 'unfit', added: 0 };
    if (plan === 'too much') return { cost: largePlanCost, lines: 0, outcome: 'too much', added: addedMost };
    const added = plan.tab.size - this.#tab.size;
    const most = this.#limits.looks;
    if (code === 'box-overlap' && areShifts(plan.edits)) {
      const boxes = boxesFor(plan.edits, this.#drawing, most, this.#footprint);
      if (boxes > most) return { ...planned, outcome: 'too much', added };
      const outcome = separates(plan, subject, this.#drawing) ? 'holds' : 'unfit';
      return { cost: planCost + boxes, lines: 0, outcome, added };
    }
    const { looks, lines } = looksFor(plan.edits, this.#drawing, most, this.#footprint);
    if (looks > most) return { ...planned, outcome: 'too much', added };
    const costs = { cost: planCost + looks + routingCostOf(plan.edits, this.#drawing, this.#footprint), lines };
    const changed = plan.edits.map(({ id }) => id);
    const severity = this.#rules.find((rule) => rule.code === code)?.severity;
    const rivals = this.#rules.filter(
      (rule) => rule.severity === severity && (rule.code === code || rule.code !== 'aspect-extreme'),
    );
    for (const rule of rivals) this.#subjectsBefore(rule, code);
    const before = this.#tallyOf();
    const trial = this.#drawing.try(plan.tab, changed, this.#footprint);
    if (trial === null) return { ...costs, outcome: 'unfit', added };
    const { redrawn } = trial;
    try {
      const isFit = rivals.every((rule) => {
        const current = rule.pairs?.at(redrawn.ids, this.#drawing) ?? subjectsIn(this.#drawing, rule, code);
        const previous = rule.pairs?.before(redrawn).names ?? this.#subjectsBefore(rule, code);
        if (rule.code === code && !previous.has(subject)) return false;
        for (const one of current) if (!previous.has(one) || (rule.code === code && one === subject)) return false;
        return true;
      });
      if (severity !== 'warning') return { ...costs, outcome: isFit ? 'holds' : 'unfit', added };
      const after = tallyOf(this.#drawing);
      // Which shapes become isolated is known to a trial alone.
      if (after.isolated > before.isolated) this.#footprint.whole();
      return { ...costs, outcome: fitness(isFit, before, after), added, tallies: { before, after, isFit } };
    } finally {
      trial.restore();
    }
  }

  /** What recorded trials come to with the current counts; null if that is not known. */
  #outcomeOf({ before, after, isFit }: NonNullable<Attempt['tallies']>): Outcome | null {
    const current = this.#tallyOf();
    const expected = shifted(current, before, after);
    return expected === null ? null : fitness(isFit, current, expected);
  }

  #tallyOf(): Tally {
    this.#tally ??= tallyOf(this.#drawing);
    return this.#tally;
  }

  #plan(line: string): ChangesetPlan | 'too much' | null {
    const parsed = parseOperations(line);
    if ('errors' in parsed) return null;
    let made = 0;
    const plan = planChangeset(new TrackedTab(this.#tab, this.#footprint), parsed.operations, {
      newSuffix: () => (made++).toString(36).padStart(8, '0'),
      selected: null,
      mayReference: () => true,
      workLimit: this.#limits.work,
      ...(this.#limits.flow !== undefined && { flow: this.#limits.flow }),
    });
    if (!('errors' in plan)) return plan;
    return plan.needsWorker === true ? 'too much' : null;
  }

  #subjectsBefore(rule: Rule, code: LintCode): ReadonlySet<string> {
    const key = rule.code === code ? rule.code : `${rule.code} apart from the whole`;
    const subjects = this.#subjects.get(key) ?? new Set(subjectsIn(this.#drawing, rule, code));
    this.#subjects.set(key, subjects);
    return subjects;
  }
}

/** The subjects of a rule; of other rules than that of the fix, without regard to counts of the whole drawing. */
const subjectsIn = (drawing: LintDrawing, rule: Rule, code: LintCode): ReadonlySet<string> =>
  rule.code === code ? rule.subjects(drawing) : (rule.local?.(drawing) ?? rule.subjects(drawing));

const fitness = (isFit: boolean, before: Tally, after: Tally): Outcome =>
  isFit && !bringsWarnings(before, after) ? 'holds' : 'unfit';
