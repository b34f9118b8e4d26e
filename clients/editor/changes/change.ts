/**
 * change: what a gesture or a command does to a tab, as edits, planned on a draft and checked as a changeset is.
 *
 * The edits are the net difference; the tab itself is not changed. A change that would leave an invalid element, an arrow to
 * nothing or too many elements is refused as a whole (faultOfEdits). Locked elements are not changed, nothing is put on a locked
 * layer, and `locked` is never written: the server sets locks. The contents of frames and lanes stay in front of them
 * (contents-in-front.ts).
 */
import type { Edit } from '#schema/changeset.ts';
import type { Element } from '#schema/element.ts';
import { newElementSuffix } from '#schema/ids.ts';
import { isProblem, type Problem, problem } from '#schema/problem.ts';

import { arrangeFrames } from '#core/arranged/arrange-frames.ts';
import { keepContentsInFront } from '#core/ops/contents-in-front.ts';
import { faultOfEdits } from '#core/changeset/plan.ts';
import { Planning } from '#core/planning/planning.ts';
import { TabDraft } from '#core/tab/tab-draft.ts';
import type { TabView } from '#core/tab/view.ts';
import { canvasTexts } from '../strings/canvas.ts';

/** Changes the draft of the planning, or returns the refusal; then nothing of it is applied. */
export type Change = (planning: Planning) => Problem | null;

/** What a change needs to know from outside the tab. */
export type ChangeContext = {
  /** Whether the document has the sheet; an image may always be placed. */
  readonly mayReference?: (kind: 'image' | 'sheet', id: string) => boolean;
  readonly newSuffix?: () => string;
};

export type Changed = readonly Edit[] | Problem;

/** The edits of a change. Refusals: element_locked, invalid_result, too_large, work_limit_exceeded, and the change's own. */
export function planChange(tab: TabView, change: Change, context: ChangeContext = {}): Changed {
  if (tab.settings.locked) return problem('element_locked', { detail: canvasTexts.thisTabIsLocked });
  const draft = new TabDraft(tab);
  const planning = new Planning(draft, {
    newSuffix: context.newSuffix ?? newElementSuffix,
    selected: null,
    mayReference: context.mayReference ?? (() => true),
  });
  const refusal = change(planning);
  if (refusal !== null) return refusal;
  if (planning.work.exhausted) return problem('work_limit_exceeded');
  const unarranged = arrangeFrames(planning);
  if (unarranged !== null) return unarranged;
  const restacked = keepContentsInFront(planning);
  if (isProblem(restacked)) return restacked;
  const { edits } = restacked;
  return lockedAmong(edits, planning) ?? faultOfEdits(edits, draft) ?? edits;
}

/** The elements of the tab that are not locked, in the order of the ids. */
export const freeElements = (ids: Iterable<string>, planning: Planning): Element[] =>
  elementsOf(ids, planning).filter((element) => !planning.isLocked(element));

/** The elements that exist. */
export function elementsOf(ids: Iterable<string>, planning: Planning): Element[] {
  return Array.from(ids, (id) => planning.draft.get(id)).filter((element) => element !== undefined);
}

/** The refusal if an edit touches something locked. */
function lockedAmong(edits: readonly Edit[], planning: Planning): Problem | null {
  for (const { before, after } of edits) {
    const isRelocked = after !== null && (after.locked ?? false) !== (before?.locked ?? false);
    const locked = [before, after].find((element) => element !== null && planning.isLocked(element));
    if (locked !== undefined && locked !== null) return planning.refuseLocked([locked]);
    if (isRelocked) return problem('element_locked', { detail: canvasTexts.useLockAndUnlock });
  }
  return null;
}
