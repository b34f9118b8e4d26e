/** Whether an arrow leaves its box on the common trunk of a tree. */
import { type Arrow, isBox, isPinned, type PinnedEnd, type Side } from '#schema/element.ts';

import { endHeadsOf } from '../arrows/end-heads.ts';
import { bundledSides } from '../arrows/bundling.ts';
import { endsOf } from '../arrows/ends.ts';
import type { TabView } from '../tab/view.ts';

/** Boxes with more arrows are neither the root nor the child of a tree. */
export const branchesMax = 48;

type TrunkGround = Pick<TabView, 'get' | 'arrowsAt'>;

/**
 * The side that all arrows leave which begin at the same box as this one, if they can share a trunk without being
 * misread: there are several, they carry no labels and no heads at their beginnings, and no other arrow leads to the boxes
 * where they end.
 */
export function trunkSideOf(arrow: Arrow, ground: TrunkGround): Side | null {
  if (!isPinned(arrow.from) || !isBranch(arrow, ground)) return null;
  let common: Side | null = null;
  let count = 0;
  let looks = 0;
  for (const other of ground.arrowsAt(arrow.from.element)) {
    if ((looks += 1) > branchesMax) return null;
    if (!isPinned(other.from) || other.from.element !== arrow.from.element) continue;
    if (!isBranch(other, ground)) return null;
    const side = sideOf(other, ground);
    if (side === null || (common !== null && side !== common)) return null;
    common = side;
    count += 1;
  }
  return count > 1 ? common : null;
}

function isBranch({ id, line, from, to, label = '', heads, points = [] }: Arrow, ground: TrunkGround): boolean {
  if (line !== 'angled' || !isPinned(from) || !isPinned(to) || from.element === to.element) return false;
  if (hasPlace(from) || hasPlace(to)) return false;
  if (label.trim() !== '' || endHeadsOf(heads)[0] !== 'none' || points.length > 0) return false;
  let looks = 0;
  for (const other of ground.arrowsAt(to.element)) {
    if ((looks += 1) > branchesMax) return false;
    if (other.id !== id && isPinned(other.to) && other.to.element === to.element) return false;
  }
  const target = ground.get(to.element);
  return target !== undefined && isBox(target);
}

const hasPlace = ({ offset, row }: PinnedEnd): boolean => offset !== undefined || row !== undefined;

function sideOf(arrow: Arrow, ground: TrunkGround): Side | null {
  const { from, to } = endsOf(arrow, ground);
  if (from.kind !== 'box' || to.kind !== 'box') return null;
  return from.side ?? bundledSides(arrow, from, to, ground)[0];
}
