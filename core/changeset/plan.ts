/**
 * plan: plans a changeset on a tab: its edits, or the refusal of the whole.
 *
 * Operations are planned one after the other, each on the result of those before; the first refusal ends the plan. Every
 * changed element must satisfy its schema, and every changed end must be attached to an existing box. Work is budgeted, so that
 * no changeset blocks a server; a refusal that more work or a flow engine might avoid has `needsWorker`. The same tab,
 * operations and context give the same plan, and the tab passed in is not changed.
 */
import type { Counts, Edit, ImportReport, OperationError, Result } from '#schema/changeset.ts';
import { type ArrowEnd, type Element, elementSchemas, isArrow, isBox, isPinned } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, type Problem, problem } from '#schema/problem.ts';
import { validationErrors } from '#schema/validate.ts';
import { jsonEqual } from '#schema/json-equal.ts';

import { arrangeFrames } from '../arranged/arrange-frames.ts';
import { operationKinds } from '../ops/operation-list.ts';
import type { OperationKind } from '../ops/op.ts';
import { TabDraft } from '../tab/tab-draft.ts';
import type { TabView } from '../tab/view.ts';
import { keepContentsInFront } from '../ops/contents-in-front.ts';
import { countsOf, describe } from './describe.ts';
import { kindOf, nameOf } from '../notation/naming.ts';
import { operationError } from './operation-error.ts';
import type { LocatedOperation } from './parse.ts';
import { type PlanContext, Planning } from '../planning/planning.ts';
import { shownPointer } from '../notation/quote.ts';

export type { PlanContext } from '../planning/planning.ts';

export type ChangesetPlan = {
  /** The net edits, in the order in which elements were first touched. */
  readonly edits: Edit[];
  /** One per element, then changes of membership, then warnings. */
  readonly results: Result[];
  readonly counts: Counts;
  /** Elements of the tab that operations name as targets. Conflicts and held elements are checked against these. */
  readonly targets: string[];
  /** Boxes that were added without a placement, and frames that wrap drew. */
  readonly unplaced: readonly string[];
  /** What its imports made of their sources. */
  readonly imports: readonly ImportReport[];
  /** The tab after the changeset. */
  readonly tab: TabView;
};

export type PlanRefusal = {
  readonly errors: OperationError[];
  /** With more time and a flow engine, the same operations may have another result. */
  readonly needsWorker?: true;
};

/** The plan of the operations on the tab, or the first refusal. */
export function planChangeset(
  tab: TabView,
  operations: readonly LocatedOperation[],
  context: PlanContext,
): ChangesetPlan | PlanRefusal {
  const draft = new TabDraft(tab);
  const planning = new Planning(
    draft,
    context,
    operations.map(({ operation }) => operation),
    (operation, within) => kinds.get(operation.op)?.plan(operation, within) ?? null,
  );
  for (const located of operations) {
    const refusal = planOne(located, planning);
    if (refusal === null) continue;
    const errors = [operationError(refusal, located)];
    return planning.work.exhausted || planning.lacksContext ? { errors, needsWorker: true } : { errors };
  }
  const unarranged = arrangeFrames(planning) ?? (planning.work.exhausted ? problem('work_limit_exceeded') : null);
  if (unarranged !== null) {
    const errors = [operationError(unarranged, operations.at(-1) ?? { index: 0 })];
    return planning.work.exhausted ? { errors, needsWorker: true } : { errors };
  }
  const restacked = keepContentsInFront(planning);
  if (isProblem(restacked)) return { errors: [operationError(restacked, operations.at(-1) ?? { index: 0 })], needsWorker: true };
  const { edits, memberships } = restacked;
  const invalid = firstInvalid(edits, planning);
  if (invalid !== null) {
    const located = operations.find(({ index }) => index === invalid.operation) ?? { index: invalid.operation };
    return { errors: [operationError(invalid.refusal, located)] };
  }
  const results = describe(tab, draft, edits, {
    named: planning.targets,
    operationOf: new Map([...planning.touchedBy, ...planning.addedBy]),
    reasons: planning.reasons,
    warnings: planning.warnings,
    memberships,
  });
  return {
    edits,
    results,
    counts: countsOf(edits),
    targets: [...planning.targets],
    unplaced: [...planning.unplaced],
    imports: planning.imports,
    tab: draft,
  };
}

const kinds: ReadonlyMap<string, OperationKind> = new Map(operationKinds.map((kind) => [kind.name, kind]));

function planOne({ operation, index }: LocatedOperation, planning: Planning): Problem | null {
  if (planning.draft.settings.locked) return problem('element_locked', { detail: 'The tab is locked.' });
  const kind = kinds.get(operation.op);
  if (kind === undefined) return problem('unknown_operation');
  planning.operation = index;
  const refusal = kind.plan(operation, planning);
  return planning.work.exhausted ? problem('work_limit_exceeded') : refusal;
}

type Invalid = { readonly refusal: Problem; readonly operation: number };

function firstInvalid(edits: readonly Edit[], planning: Planning): Invalid | null {
  const { draft } = planning;
  for (const { id, before, after } of edits) {
    const refusal = after === null ? null : faultOfElement(before, after, draft);
    if (refusal !== null) return { refusal, operation: planning.touchedBy.get(id) ?? 0 };
  }
  const refusal = tooMany(draft);
  if (refusal === null) return null;
  const last = edits.findLast(({ before }) => before === null);
  return { refusal, operation: planning.touchedBy.get(last?.id ?? '') ?? 0 };
}

/** Checks edits that come from no operation; null if they are valid. */
export function faultOfEdits(edits: readonly Edit[], draft: TabDraft): Problem | null {
  for (const { before, after } of edits) {
    const refusal = after === null ? null : faultOfElement(before, after, draft);
    if (refusal !== null) return refusal;
  }
  return tooMany(draft);
}

function tooMany(draft: TabDraft): Problem | null {
  if (draft.size <= limits.elementsPerTab || draft.size <= draft.base.size) return null;
  const limit = limits.elementsPerTab;
  return problem('too_large', { detail: `A tab holds at most ${limit} elements.`, hint: 'Use another tab.', limit });
}

function faultOfElement(before: Element | null, after: Element, tab: TabView): Problem | null {
  const [fault] = validationErrors(elementSchemas[after.type], after);
  if (fault !== undefined) {
    const detail = `${nameOf(after)} (${kindOf(after)}) would not be valid: ${shownPointer(fault.pointer)} ${fault.message}.`;
    return problem('invalid_result', { detail, elements: [tab.refOf(after.id)] });
  }
  if (bytesOf(after) > limits.bytesPerElement) {
    const detail = `${nameOf(after)} would take more than ${limits.bytesPerElement} bytes.`;
    return problem('too_large', { detail, hint: 'Split it into several elements.', limit: limits.bytesPerElement });
  }
  if (!isArrow(after)) return null;
  const previous = before !== null && isArrow(before) ? before : null;
  return faultOfEnd(after.from, previous?.from, after, tab) ?? faultOfEnd(after.to, previous?.to, after, tab);
}

/** Ends that were already dangling are not this changeset's fault. */
function faultOfEnd(end: ArrowEnd, before: ArrowEnd | undefined, arrow: Element, tab: TabView): Problem | null {
  if (!isPinned(end) || (before !== undefined && jsonEqual(end, before) && tab.get(end.element) === undefined)) return null;
  const element = tab.get(end.element);
  if (element !== undefined && isBox(element)) return null;
  const what = element === undefined ? 'a missing element' : 'an arrow';
  return problem('invalid_result', { detail: `${nameOf(arrow)} would be attached to ${what}.`, elements: [tab.refOf(arrow.id)] });
}

/** Bytes of the element as JSON in UTF-8, counted exactly only near the limit. */
function bytesOf(element: Element): number {
  const text = JSON.stringify(element);
  return text.length * 3 <= limits.bytesPerElement ? text.length : new TextEncoder().encode(text).length;
}
