/** What the two ends of an arrow are on a tab: a box, a point, or dangling. */
import { type Arrow, type ArrowEnd, type Box, isBox, isPinned, type Point, type Side } from '#schema/element.ts';

import { centreX } from '../tab/rect.ts';
import type { TabView } from '../tab/view.ts';
import { isAcross } from './sides.ts';
import { tableRow } from './table-row.ts';

export type PinnedTo = {
  readonly kind: 'box';
  readonly box: Box;
  readonly side: Side | undefined;
  /** Pixels from the middle of the side; null for any place on it. */
  readonly offset: number | null;
};
export type End = PinnedTo | { readonly kind: 'point'; readonly point: Point } | { readonly kind: 'dangling' };

export type RouteEnds = { readonly from: End; readonly to: End };

export function endsOf(arrow: Arrow, tab: Pick<TabView, 'get'>): RouteEnds {
  const [from, to] = [endOf(arrow.from, tab), endOf(arrow.to, tab)];
  return { from: attached(from, arrow.from, to), to: attached(to, arrow.to, from) };
}

function endOf(end: ArrowEnd, tab: Pick<TabView, 'get'>): End {
  if (!isPinned(end)) return { kind: 'point', point: [end.x, end.y] };
  const element = tab.get(end.element);
  if (element === undefined || !isBox(element)) return { kind: 'dangling' };
  return { kind: 'box', box: element, side: end.side, offset: null };
}

/** The end with its place on the box. */
function attached(end: End, stored: ArrowEnd, other: End): End {
  if (end.kind !== 'box' || !isPinned(stored)) return end;
  const { box } = end;
  const atRow = stored.row === undefined ? null : tableRow(box, stored.row);
  if (atRow !== null) return { ...end, side: middleOf(other, box) < centreX(box) ? 'left' : 'right', offset: atRow };
  if (stored.side === undefined || stored.offset === undefined) return end;
  return { ...end, offset: (stored.offset - 0.5) * (isAcross(stored.side) ? box.height : box.width) };
}

/** The x coordinate of what an end is attached to. */
function middleOf(end: End, otherwise: Box): number {
  if (end.kind === 'point') return end.point[0];
  return centreX(end.kind === 'box' ? end.box : otherwise);
}
