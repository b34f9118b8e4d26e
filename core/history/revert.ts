/** revert: reverts a changeset, element by element, on the current tab (SPEC.md). The changeset is given as its edits. */
import type { Counts, Edit, Result, TabSettingsChange } from '#schema/changeset.ts';
import { type Arrow, type Element, isArrow, isBox, isPinned } from '#schema/element.ts';
import type { KeptReason } from '#schema/history.ts';
import { limits } from '#schema/limits.ts';
import { type Problem, problem } from '#schema/problem.ts';
import { jsonEqual } from '#schema/json-equal.ts';

import { freeEndsFrom } from '../arrows/free-ends.ts';
import { routeAt } from '../arrows/route.ts';
import { withRoutes } from '../drawing/drawn-routes.ts';
import { alone, parallelPlacesOf } from '../arrows/parallel-offset.ts';
import { Ancestry } from '../ops/ancestry.ts';
import { countsOf, describe } from '../changeset/describe.ts';
import { nameOf } from '../notation/naming.ts';
import type { Warning } from '../planning/planning.ts';
import { comesAfter } from '../ops/restack.ts';
import { describePages } from '../pages/describe-pages.ts';
import { TabDraft } from '../tab/tab-draft.ts';
import type { TabView } from '../tab/view.ts';
import { revertPages } from './revert-pages.ts';

export type Kept = { readonly id: string; readonly reason: KeptReason };

export type Revert = {
  /** The net edits; empty if there is nothing to revert. */
  readonly edits: Edit[];
  readonly results: Result[];
  readonly counts: Counts;
  /** The tab after the revert. */
  readonly tab: TabView;
  /** Changes of pages and mode; undefined if there are none. */
  readonly change: TabSettingsChange | undefined;
  /** Ids of the elements and pages that returned to their earlier values. */
  readonly reverted: readonly string[];
  /** Elements and pages that were kept, in the order of the changeset's edits. */
  readonly kept: readonly Kept[];
};

/** The revert of a changeset's edits. Refuses with element_locked, too_large. The tab passed in is not changed. */
export function revertEdits(tab: TabView, edits: readonly Edit[], change: TabSettingsChange = {}): Revert | Problem {
  if (tab.settings.locked) return problem('element_locked', { detail: 'The tab is locked.' });
  const draft = new TabDraft(tab);
  const kept = new Map<string, KeptReason>();
  const reverted = new Set<string>();
  const take = (edit: Edit): void => {
    const past = pastOf(edit, tab.get(edit.id), draft);
    if (typeof past === 'string') {
      kept.set(edit.id, past);
      return;
    }
    reverted.add(edit.id);
    if (past === null) draft.remove(edit.id);
    else draft.put(past);
  };
  // Boxes first, as arrows can only return if their boxes exist.
  for (const edit of edits) if (!isOfArrow(edit)) take(edit);
  for (const edit of edits) if (isOfArrow(edit)) take(edit);
  const { freed, warnings } = freeArrows(draft);
  for (const arrow of freed) draft.put(arrow);

  for (const past of keptInSight(draft, edits, reverted)) {
    draft.put(past);
    if (!jsonEqual(past, tab.get(past.id))) continue;
    reverted.delete(past.id);
    kept.set(past.id, 'order');
  }

  const draftEdits = draft.edits();
  const refusal = lockedAmong(draftEdits, edits, tab) ?? tooLarge(draft);
  if (refusal !== null) return refusal;
  const pages = revertPages(tab.settings, change);
  const described = describe(tab, draft, draftEdits, { named: new Set(draftEdits.map(({ id }) => id)), warnings });
  const keptElements = edits.flatMap(({ id }) => {
    const reason = kept.get(id);
    return reason === undefined ? [] : [{ id, reason }];
  });
  return {
    edits: draftEdits,
    results: pages.change === undefined ? described : [...describePages(pages.change, new Set(pages.reverted)), ...described],
    counts: countsOf(draftEdits),
    tab: draft,
    change: pages.change,
    reverted: [...reverted, ...pages.reverted],
    kept: [...keptElements, ...pages.keptPages],
  };
}

const isOfArrow = ({ before, after }: Edit): boolean => (before ?? after)?.type === 'arrow';

/** The value that the element returns to (null: it is removed), or the reason why it is kept. */
function pastOf({ before, after }: Edit, now: Element | undefined, draft: TabDraft): Element | null | KeptReason {
  if (after === null)
    return now !== undefined ? 'present' : before !== null && endsExist(before, undefined, draft) ? before : 'gone';
  if (now === undefined) return 'gone';
  if (before === null) return sameContent(now, after) ? null : 'changed';
  const isEdit = !sameContent(before, after);
  if (isEdit && !sameContent(now, after)) return 'changed';
  const isMove = before.z !== after.z;
  const returns = isMove && now.z === after.z;
  if (isMove && !returns && !isEdit) return 'order';
  const past = { ...(isEdit ? before : now), z: returns ? before.z : now.z };
  return endsExist(past, now, draft) ? past : 'gone';
}

/** Equal except for the place in the stacking order. */
const sameContent = (a: Element, b: Element): boolean => jsonEqual(a.z === b.z ? a : { ...a, z: b.z }, b);

/** True if each end is free, attached to an existing box, or already dangling. */
function endsExist(past: Element, now: Element | undefined, draft: TabDraft): boolean {
  if (!isArrow(past)) return true;
  const arrow = now !== undefined && isArrow(now) ? now : null;
  return (['from', 'to'] as const).every((name) => {
    const end = past[name];
    return !isPinned(end) || isBoxIn(draft, end.element) || (arrow !== null && jsonEqual(arrow[name], end));
  });
}

function isBoxIn(tab: TabView, id: string): boolean {
  const element = tab.get(id);
  return element !== undefined && isBox(element);
}

/** The arrows attached to boxes of the base that the draft no longer has, with those ends freed. */
function freeArrows(draft: TabDraft): { readonly freed: Arrow[]; readonly warnings: Warning[] } {
  const tab = draft.base;
  const removed = new Map<string, Element>();
  const pinned = new Map<string, Arrow>();
  for (const { id, before } of draft.edits()) {
    if (before !== null && isBox(before) && !isBoxIn(draft, id)) removed.set(id, before);
  }
  for (const id of removed.keys()) for (const arrow of draft.arrowsAt(id)) pinned.set(arrow.id, arrow);
  const freed: Arrow[] = [];
  const warnings: Warning[] = [];
  const spreads = pinned.size === 0 ? null : parallelPlacesOf(tab.arrows());
  for (const arrow of [...pinned.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const { arrow: kept, left } = freeEndsFrom(
      removed,
      arrow,
      routeAt(arrow, spreads?.get(arrow.id) ?? alone, withRoutes(tab)).points,
    );
    freed.push(kept);
    const message = `It stays with a free end where ${left.map(nameOf).join(' and ')} was.`;
    warnings.push({ code: 'arrows_freed', id: arrow.id, message });
  }
  return { freed, warnings };
}

/** The reverted elements that must take their other place in the stack, with that key. */
function* keptInSight(draft: TabDraft, edits: readonly Edit[], reverted: ReadonlySet<string>): Generator<Element> {
  const tab = draft.base;
  const [there, now] = [new Ancestry(draft, edits.length), new Ancestry(tab, edits.length)];
  let whole: Ancestry | null = null;
  const isNewlyHidden = (element: Element): boolean => {
    for (const { id } of there.framesOf(element)) {
      const frame = draft.get(id);
      if (frame === undefined || there.layerOf(frame) !== there.layerOf(element) || comesAfter(element, frame)) continue;
      whole ??= new Ancestry(revertedWhole(tab, edits), edits.length);
      if (!whole.isHiddenBy(id, element.id) && !now.isHiddenBy(id, element.id)) return true;
    }
    return false;
  };
  for (const { id, before } of edits.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const [past, is] = [draft.get(id), tab.get(id)];
    if (!reverted.has(id) || before === null || past === undefined || is === undefined || before.z === is.z) continue;
    const other = { ...past, z: past.z === is.z ? before.z : is.z };
    if (isNewlyHidden(past) && !isNewlyHidden(other)) yield other;
  }
}

/** The tab as it would be if the whole changeset were reverted. */
function revertedWhole(tab: TabView, edits: readonly Edit[]): TabDraft {
  const draft = new TabDraft(tab);
  for (const { id, before } of edits) {
    if (before === null) draft.remove(id);
    else draft.put(before);
  }
  return draft;
}

/** The refusal if the revert would change a locked element, other than one that the changeset locked. */
function lockedAmong(draftEdits: readonly Edit[], edits: readonly Edit[], tab: TabView): Problem | null {
  const lockedLayers = new Set(tab.settings.layers.filter((layer) => layer.locked).map(({ id }) => id));
  const lockedByIt = new Set(
    edits.filter(({ before, after }) => after?.locked === true && before?.locked !== true).map(({ id }) => id),
  );
  for (const { id, before } of draftEdits) {
    if (before === null) continue;
    const isLocked = before.locked === true && !lockedByIt.has(id);
    if (!isLocked && (before.layer === undefined || !lockedLayers.has(before.layer))) continue;
    const ref = tab.refOf(id);
    const detail = isLocked ? `${ref} is locked.` : `${ref} is on a locked layer.`;
    return problem('element_locked', { detail, elements: [ref] });
  }
  return null;
}

function tooLarge(draft: TabDraft): Problem | null {
  if (draft.size <= limits.elementsPerTab || draft.size <= draft.base.size) return null;
  const limit = limits.elementsPerTab;
  return problem('too_large', { detail: `A tab holds at most ${limit} elements.`, hint: 'Remove others first.', limit });
}
