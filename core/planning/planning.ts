/**
 * planning: the context of an operation: the draft, access to the outside, and where it reports.
 *
 * Everything random comes from the context, so the same tab and operations give the same plan.
 */
import { type Box, type Element, isArrow } from '#schema/element.ts';
import type { ImportReport, LintCode } from '#schema/changeset.ts';
import { type Problem, problem } from '#schema/problem.ts';

import type { IconSet } from '../icons/icon-set.ts';
import type { TabDraft } from '../tab/tab-draft.ts';
import { isLocked, lockedLayersOf } from '../tab/locks.ts';
import type { TabView } from '../tab/view.ts';
import { asPlaced, isUnplaced } from '../tab/unplaced.ts';
import { SlideMemory } from './free-spot.ts';
import { Work } from './work.ts';

/** The input of a selector search. */
export type Search = {
  readonly tab: TabView;
  /** The selection of the token's owner; null if they have no editor open on the tab. */
  readonly selected: readonly string[] | null;
  readonly work: Work;
};

/** Lays out a graph in Graphviz's DOT language and returns Graphviz's json0; null if it is too large. */
export type FlowEngine = (dot: string) => string | null;

/** Lines that fix what lint finds on a tab, one after the other, each tried on the tab as the lines before it left it. */
export type Fixes = {
  /** The operation that fixes the next finding; null if no remaining finding has a fix that may be applied. */
  next(): FixOperation | null;
  /** The operation was applied to the tab, and these elements may have changed. */
  applied(ids: Iterable<string>): void;
  /** The remaining findings, a line for each. */
  left(): readonly string[];
};

/** In its JSON form. */
export type FixOperation = { readonly op: string };

type PlanOperation = (operation: FixOperation, planning: Planning) => Problem | null;

export type FixRequest = {
  readonly code: LintCode | 'all';
  /** Ids of the elements that a finding must concern; null for any. */
  readonly elements: ReadonlySet<string> | null;
  readonly flow: FlowEngine;
  readonly work: Work;
};

type EndAhead = string | { readonly element: string };

/** What a plan reads of later operations: the members of `add`, `connect` and `wrap`. */
export type OperationAhead = {
  readonly op: string;
  readonly id?: string;
  readonly target?: string;
  readonly from?: EndAhead;
  readonly to?: EndAhead;
  readonly place?: { readonly rel: string; readonly ref?: string; readonly gap?: number };
  readonly fields?: Readonly<Record<string, unknown>>;
};

/** What a plan needs from outside the tab. */
export type PlanContext = {
  /** 8 random base-36 characters: the suffix of a new element's id. */
  newSuffix(): string;
  /** The selection of the token's owner on this tab; null if they have no editor open on it. */
  readonly selected: readonly string[] | null;
  /** True if the writer may use this image, or if the document has this sheet. */
  mayReference(kind: 'image' | 'sheet', id: string): boolean;
  /** The icons that shapes may show; any without it. */
  readonly icons?: Pick<IconSet, 'has' | 'nearest'>;
  /** The id that a new element with this slug inherits if it replaces an existing one. */
  keptId?(slug: string, kind: string): string | undefined;
  /** Units of work that the changeset may use (work.ts). */
  readonly workLimit?: number;
  /** Lays out flows. Without one, a changeset that needs it is refused as needing a worker. */
  readonly flow?: FlowEngine;
  /** Finds fixes on a draft. Without it, a changeset that needs it is refused as needing a worker. */
  readonly fixes?: (tab: TabView, request: FixRequest) => Fixes;
  /** True if a layout that makes arrows harder to follow than before gives a warning. */
  readonly comparesLayouts?: boolean;
  /** Called before work that may take seconds. */
  longer?(): void;
};

export type WarningCode =
  | 'shape_coerced'
  | 'value_coerced'
  | 'label_capped'
  | 'colour_overrides_theme'
  | 'arrows_freed'
  | 'layout_worse'
  | 'import_coerced'
  | 'not_fixed'
  | 'html_left_out'
  | 'no_base';
export type Warning = {
  readonly code: WarningCode;
  /** The element concerned; null for an operation or the changeset as a whole. */
  readonly id: string | null;
  readonly message: string;
  readonly operation?: number;
};

export class Planning {
  readonly draft: TabDraft;
  readonly context: PlanContext;
  readonly work: Work;
  /** What slides of this changeset found occupied. */
  readonly slides = new SlideMemory();
  readonly warnings: Warning[] = [];
  /** What the imports of this changeset read and could not keep. */
  readonly imports: ImportReport[] = [];
  /** Elements of the tab that operations name as targets. */
  readonly targets = new Set<string>();
  /** Boxes that this changeset added, in order. */
  readonly newBoxes: string[] = [];
  /** Added boxes, and frames around members, for which no operation gave a position. */
  readonly unplaced = new Set<string>();
  /** The operation that last touched an element. */
  readonly touchedBy = new Map<string, number>();
  /** The operation that added an element. */
  readonly addedBy = new Map<string, number>();
  /** Why an element changed that no operation names, as the answer states it: `carried by core`. */
  readonly reasons = new Map<string, string>();
  /** Elements that were added with an explicit stacking key (contents-in-front.ts). */
  readonly keyed = new Set<string>();
  /** Elements that changed since contents-in-front.ts last ran. */
  readonly unstacked = new Set<string>();
  /** Index of the current operation, from 0. */
  operation = 0;
  /** True once a frame was put that keeps its members arranged. */
  arranges = false;
  /** True once an operation needed a part of the context that is not there. */
  lacksContext = false;
  readonly #operations: Iterable<OperationAhead>;
  readonly #planOperation: PlanOperation;
  readonly #memos = new Map<object, object>();
  readonly #lockedLayers: ReadonlySet<string>;
  /** Elements that are removed from the draft while they are moved. */
  readonly #liftedIds = new Set<string>();
  /** Elements that this changeset added, in their first state. */
  readonly #asAdded = new Map<string, Element>();

  constructor(
    draft: TabDraft,
    context: PlanContext,
    operations: Iterable<OperationAhead> = [],
    planOperation: PlanOperation = () => problem('unknown_operation'),
  ) {
    this.#planOperation = planOperation;
    this.draft = draft;
    this.context = context;
    this.#operations = operations;
    this.work = new Work(context.workLimit);
    this.#lockedLayers = lockedLayersOf(draft.settings);
  }

  /** A value that a part of the engine derives from the changeset's operations: computed on the first call, then cached. */
  memo<T extends object>(Part: new (operations: Iterable<OperationAhead>) => T): T {
    const existing = this.#memos.get(Part);
    if (existing instanceof Part) return existing;
    const part = new Part(this.#operations);
    this.#memos.set(Part, part);
    return part;
  }

  /** The input of selectors: the tab as the operations so far have left it. */
  get search(): Search {
    return { tab: this.draft, selected: this.context.selected, work: this.work };
  }

  /** The flow engine of the context. Without one, it returns null for every graph. */
  get flow(): FlowEngine {
    return (
      this.context.flow ??
      (() => {
        this.lacksContext = true;
        return null;
      })
    );
  }

  /** The fixes of findings on the draft; null if the context has none. */
  fixes(request: Pick<FixRequest, 'code' | 'elements'>): Fixes | null {
    const { fixes } = this.context;
    if (fixes === undefined) this.lacksContext = true;
    return fixes?.(this.draft, { ...request, flow: this.flow, work: this.work }) ?? null;
  }

  /** Plans an operation as a part of the current one. */
  plan(operation: FixOperation): Problem | null {
    return this.#planOperation(operation, this);
  }

  put(element: Element): void {
    const isNew = !this.#liftedIds.delete(element.id) && this.draft.get(element.id) === undefined;
    if (isNew && !isArrow(element)) this.newBoxes.push(element.id);
    if (isNew) {
      this.#asAdded.set(element.id, element);
      this.addedBy.set(element.id, this.operation);
    }
    this.touchedBy.set(element.id, this.operation);
    this.unstacked.add(element.id);
    this.arranges ||= element.type === 'frame' && element.arrange !== undefined;
    this.draft.put(isArrow(element) || isUnplaced(element) ? element : asPlaced(element));
  }

  /** Puts an element that changes along with another one, and records the reason. */
  putAlong(element: Element, reason: string): void {
    this.reasons.set(element.id, reason);
    this.put(element);
  }

  /**
   * Changes the stacking key of an element. The reason is recorded only if no operation names the element and it has none yet.
   */
  restack(element: Element, reason: string, operation: number = this.operation): void {
    const { id } = element;
    if (!this.touchedBy.has(id)) this.touchedBy.set(id, operation);
    if (!this.targets.has(id) && !this.reasons.has(id) && this.draft.base.get(id) !== undefined) this.reasons.set(id, reason);
    this.draft.put(element);
  }

  /** The element as it was before this changeset, or as this changeset added it. */
  original(id: string): Element | undefined {
    return this.draft.base.get(id) ?? this.#asAdded.get(id);
  }

  /**
   * Removes elements from the draft while they are moved, so that they are no obstacles. Each is put back before the operation
   * ends.
   */
  lift(elements: Iterable<Element>): void {
    for (const { id } of elements) {
      this.#liftedIds.add(id);
      this.draft.remove(id);
    }
  }

  remove(id: string): void {
    this.touchedBy.set(id, this.operation);
    this.unstacked.add(id);
    this.draft.remove(id);
  }

  /** `id` is null for a warning about the operation rather than an element. */
  warn(code: WarningCode, id: string | null, message: string): void {
    this.warnings.push({ code, id, message, operation: this.operation });
  }

  /** Records that the operation names this element as a target. */
  target(id: string): void {
    if (this.draft.base.get(id) !== undefined) this.targets.add(id);
  }

  /** The box that this changeset added last, if it still exists. */
  lastAdded(): Box | null {
    for (let at = this.newBoxes.length - 1; at >= 0; at -= 1) {
      const element = this.draft.get(this.newBoxes[at] ?? '');
      if (element !== undefined && !isArrow(element)) return element;
    }
    return null;
  }

  isLocked(element: Element): boolean {
    return isLocked(element, this.#lockedLayers);
  }

  /** The refusal if one of the elements, or its layer, is locked; otherwise null. */
  refuseLocked(elements: Iterable<Element>): Problem | null {
    for (const element of elements) {
      if (!this.isLocked(element)) continue;
      const ref = this.draft.refOf(element.id);
      const detail = element.locked === true ? `${ref} is locked.` : `${ref} is on a locked layer.`;
      return problem('element_locked', { detail, elements: [ref] });
    }
    return null;
  }
}
