/**
 * describe-members: which boxes belong to another frame or lane after the edits than before.
 *
 * Only boxes that were edited, or that lie where a frame was or is, are looked at: a small changeset does not cost what
 * the tab holds.
 */
import type { Edit, Result } from '#schema/changeset.ts';
import { type Box, isBox, isContainer } from '#schema/element.ts';

import { parentOf, parentsOf } from '../tab/membership.ts';
import { sameRect } from '../tab/rect.ts';
import type { TabView } from '../tab/view.ts';
import { kindOf } from '../notation/naming.ts';

type Tabs = { readonly before: TabView; readonly after: TabView };

/** The `<frame> +<member>` and `<frame> -<member>` results of the edits that lead from one tab to the other. */
export function describeMembers(
  before: TabView,
  after: TabView,
  edits: readonly Edit[],
  operationOf?: ReadonlyMap<string, number>,
): Result[] {
  const tabs = { before, after };
  const results: Result[] = [];
  const boxes = mayHaveMoved(tabs, edits, operationOf);
  const parentBefore = parentFinder(tabs.before, boxes.size);
  const parentAfter = parentFinder(tabs.after, boxes.size);
  for (const [id, operation] of boxes) {
    const now = tabs.after.get(id);
    if (now === undefined || !isBox(now)) continue;
    const was = tabs.before.get(id);
    const from = was !== undefined && isBox(was) ? parentBefore(was) : null;
    const to = parentAfter(now);
    if (from?.id === to?.id) continue;
    const ref = tabs.after.refOf(id);
    const frame = to === null ? (from === null ? '' : refNowOrBefore(from.id, tabs)) : tabs.after.refOf(to.id);
    results.push({
      mark: 'member',
      id,
      ref,
      kind: kindOf(now),
      ...(now.label === undefined ? {} : { label: now.label }),
      frame,
      ...(operation === undefined ? {} : { operation }),
      line: `${frame} ${to === null ? '-' : '+'}${ref}`,
    });
  }
  return results;
}

/** Finds parents one by one, or for many boxes by one pass over the tab. */
function parentFinder(tab: TabView, asked: number): (box: Box) => { readonly id: string } | null {
  if (asked <= 64 + tab.size / 50) return (box) => parentOf(box, tab);
  const parents = parentsOf(tab);
  return ({ id }) => parents.get(id) ?? null;
}

const refNowOrBefore = (id: string, { before, after }: Tabs): string => (after.get(id) === undefined ? before : after).refOf(id);

/**
 * The boxes whose frame may be another, with the operation that is the reason: those that were edited, in the order of
 * the edits, then all that lie where a frame was or is, by id.
 */
function mayHaveMoved(
  tabs: Tabs,
  edits: readonly Edit[],
  operationOf?: ReadonlyMap<string, number>,
): Map<string, number | undefined> {
  const boxes = new Map<string, number | undefined>();
  const around = new Map<string, number | undefined>();
  let looks = 4 * tabs.after.size;
  for (const { id, before, after } of edits) {
    const was = before !== null && isBox(before) ? before : null;
    const is = after !== null && isBox(after) ? after : null;
    if (was !== null && is !== null && sameRect(was, is)) continue;
    const operation = operationOf?.get(id);
    if (is !== null) boxes.set(id, operation);
    for (const [frame, tab] of [
      [was, tabs.before],
      [is, tabs.after],
    ] as const) {
      if (frame === null || !isContainer(frame)) continue;
      for (const box of looks > 0 ? tab.boxesIn(frame) : []) {
        looks -= 1;
        if (!around.has(box.id)) around.set(box.id, operation);
      }
    }
  }
  // So many frames over so many boxes: every box may have moved, and asking once for all costs less.
  if (looks <= 0) for (const box of tabs.after.boxes()) if (!around.has(box.id)) around.set(box.id, undefined);
  const others = [...around].filter(([id]) => !boxes.has(id)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return new Map([...boxes, ...others]);
}
