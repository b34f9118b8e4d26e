/**
 * planning: what an operation works with: the draft, what it may ask the outside, and where it reports.
 *
 * Everything random comes from the context, so that the same tab and operations give the same plan.
 */
import { type Box, type Element, isArrow } from '#schema/element.ts';
import { type Problem, problem } from '#schema/problem.ts';

import type { TabDraft } from '../tab/tab-draft.ts';
import { isLocked, lockedLayersOf } from '../tab/locks.ts';
import type { TabView } from '../tab/view.ts';
import { SlideMemory } from './free-spot.ts';
import { Work } from './work.ts';

/** What a search looks at. */
export type Search = {
  readonly tab: TabView;
  /** What the token's owner has selected; null when no editor of theirs is open on the tab. */
  readonly selected: readonly string[] | null;
  readonly work: Work;
};

/** Lays a graph out as a flow, given in Graphviz's DOT language, and answers Graphviz's json0. Null: it is too much for it. */
export type FlowEngine = (dot: string) => string | null;

/** What a plan looks at of operations to come. `from`, `to` and `fields` are those of a `connect`. */
export type OperationAhead = {
  readonly op: string;
  readonly from?: string;
  readonly to?: string;
  readonly fields?: Readonly<Record<string, unknown>>;
};

/** What a plan needs from outside the tab. */
export type PlanContext = {
  /** 8 random base-36 characters: the suffix of a new element's id. */
  newSuffix(): string;
  /** What the token's owner has selected on this tab; null when no editor of theirs is open on it. */
  readonly selected: readonly string[] | null;
  /** True when the writer may place this image, or when the document has this sheet. */
  mayReference(kind: 'image' | 'sheet', id: string): boolean;
  /** The id that a new element of this slug takes on, when it stands for one that is being replaced. */
  keptId?(slug: string, kind: string): string | undefined;
  /** How many units of work the changeset may take; see recalculation-budget.ts. */
  readonly workLimit?: number;
  /** Lays out flows. Without one, a changeset that needs it is refused as needing a worker. */
  readonly flow?: FlowEngine;
  /** Called before work that may take seconds. */
  longer?(): void;
};

export type WarningCode =
  | 'shape_coerced'
  | 'value_coerced'
  | 'label_capped'
  | 'colour_overrides_theme'
  | 'arrows_freed'
  | 'no_base';
export type Warning = {
  readonly code: WarningCode;
  /** The element concerned; null for the changeset as a whole. */
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
  /** Elements of the tab that operations name as what they change. */
  readonly targets = new Set<string>();
  /** Boxes that this changeset added, in order. */
  readonly newBoxes: string[] = [];
  /** Those of them, and of the frames around members, that no operation has given a place. */
  readonly unplaced = new Set<string>();
  /** The operation that last touched an element. */
  readonly touchedBy = new Map<string, number>();
  /** Why an element changed that no operation names, as the answer tells it: `carried by core`. */
  readonly reasons = new Map<string, string>();
  /** Elements that were added with a stacking key of their own (contents-in-front.ts). */
  readonly keyed = new Set<string>();
  /** Elements that changed since contents-in-front.ts last ran. */
  readonly unstacked = new Set<string>();
  /** The operation under way, counted from 0. */
  operation = 0;
  /** True once an operation asked for the flow engine and there was none. */
  lacksFlow = false;
  readonly #operations: Iterable<OperationAhead>;
  readonly #memos = new Map<object, object>();
  readonly #lockedLayers: ReadonlySet<string>;
  /** Elements that are out of the draft while they are moved. */
  readonly #liftedIds = new Set<string>();
  /** Elements that this changeset added, as they were when it added them. */
  readonly #asAdded = new Map<string, Element>();

  constructor(draft: TabDraft, context: PlanContext, operations: Iterable<OperationAhead> = []) {
    this.draft = draft;
    this.context = context;
    this.#operations = operations;
    this.work = new Work(context.workLimit);
    this.#lockedLayers = lockedLayersOf(draft.settings);
  }

  /** What a part of the engine derives from the changeset's operations: made at the first call, then kept for the plan. */
  memo<T extends object>(Part: new (operations: Iterable<OperationAhead>) => T): T {
    const existing = this.#memos.get(Part);
    if (existing instanceof Part) return existing;
    const part = new Part(this.#operations);
    this.#memos.set(Part, part);
    return part;
  }

  /** What selectors look at: the tab as the operations before have made it. */
  get search(): Search {
    return { tab: this.draft, selected: this.context.selected, work: this.work };
  }

  /** The flow engine of the context; without one it answers that everything is too much for it. */
  get flow(): FlowEngine {
    return (
      this.context.flow ??
      (() => {
        this.lacksFlow = true;
        return null;
      })
    );
  }

  put(element: Element): void {
    const isNew = !this.#liftedIds.delete(element.id) && this.draft.get(element.id) === undefined;
    if (isNew && !isArrow(element)) this.newBoxes.push(element.id);
    if (isNew) this.#asAdded.set(element.id, element);
    this.touchedBy.set(element.id, this.operation);
    this.unstacked.add(element.id);
    this.draft.put(element);
  }

  /** Puts an element that the operation does not name as it comes along with another, and notes why. */
  putAlong(element: Element, reason: string): void {
    this.reasons.set(element.id, reason);
    this.put(element);
  }

  /** Changes the stacking key of an element. The reason is kept only if no operation names the element and it has none yet. */
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

  /** Takes elements out of everything's way while they are moved. Each is put again before the operation ends. */
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

  warn(code: WarningCode, id: string, message: string): void {
    this.warnings.push({ code, id, message, operation: this.operation });
  }

  /** Notes that the operation names this element as what it changes. */
  target(id: string): void {
    if (this.draft.base.get(id) !== undefined) this.targets.add(id);
  }

  /** The box that this changeset added last and that is still there. */
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

  /** The refusal when one of the elements is locked or lies on a locked layer; null when all are free. */
  refuseLocked(elements: Iterable<Element>): Problem | null {
    for (const element of elements) {
      if (!this.isLocked(element)) continue;
      const ref = this.draft.refOf(element.id);
      const detail = element.locked === true ? `${ref} is locked.` : `${ref} lies on a locked layer.`;
      return problem('element_locked', { detail, elements: [ref] });
    }
    return null;
  }
}
