/** A flow or a tree: the members along the arrows between them. What is in a member goes with it. */
import { type Arrow, type Box, isPinned } from '#schema/element.ts';
import type { Rect, Size } from '#schema/tab.ts';

import { labelSize } from '../arrows/label-size.ts';
import { arrange } from '../layout/arrange.ts';
import { bothLabels, type LayoutEdge, type LayoutStyle } from '../layout/graph.ts';
import { titleWidth } from '../placement/enclose.ts';
import { defaultGap, framePadding, frameTop } from '../placement/spacing.ts';
import type { SpotPoint } from '../planning/free-spot.ts';
import { centreX, centreY, hullOf } from '../tab/rect.ts';
import { type Arranger, type Arranging, boxesNow } from './arranger.ts';

const defaultAlong = 60;

export const flow: Arranger = (arranging) => laidOut('flow', arranging);
export const tree: Arranger = (arranging) => laidOut('tree', arranging);

function laidOut(style: LayoutStyle, arranging: Arranging): ReturnType<Arranger> {
  const { frame, family, work } = arranging;
  const { gap = defaultGap, direction = 'down' } = frame;
  const members = boxesNow(family.membersOf(frame.id), arranging).filter(({ type }) => type !== 'stroke');
  const spacing = { beside: gap, along: gap + defaultAlong - defaultGap };
  const edges = edgesBetween(members, arranging);
  const form = { style, direction, spacing, engine: () => null } as const;
  const draw = (places: Places): Map<string, Rect> | null => {
    const nodes = members.map(({ id, width, height }) => ({ id, width, height, now: places(id) }));
    const drawn = members.length === 0 ? null : arrange({ nodes, edges }, form, work);
    return drawn === null ? null : new Map(drawn);
  };
  const rects: ReadonlyMap<string, Rect> = settled((id) => family.centreOf(id), draw) ?? settled(nowhere, draw) ?? draw(nowhere) ?? new Map<string, Rect>(); // prettier-ignore
  const hull = hullOf(rects.values()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [dx, dy] = [frame.x + framePadding - hull.x, frame.y + frameTop - hull.y];
  const moved = new Map<string, SpotPoint>();
  for (const [id, { x, y }] of rects) moved.set(id, { x: x + dx, y: y + dy });
  const size = {
    width: Math.max(titleWidth(frame), Math.ceil(hull.width) + 2 * framePadding),
    height: frameTop + Math.ceil(hull.height) + framePadding,
  };
  // Too many members to lay out stay where they are.
  return { frame: rects.size < members.length ? frame : { ...frame, ...size }, moved, put: [] };
}

type Places = (id: string) => SpotPoint;

/** Without places before, a layout follows from the arrows and sizes alone. */
const nowhere: Places = () => ({ x: 0, y: 0 });
const repeats = 4;

/**
 * A layout keeps the order of the places before it as far as it can, so one that is laid out again may change. Null unless it
 * comes to one that does not.
 */
function settled(places: Places, draw: (places: Places) => Map<string, Rect> | null): Map<string, Rect> | null {
  let before: Map<string, Rect> | null = null;
  for (let round = 0; round <= repeats; round += 1) {
    const rects = before;
    const drawn = draw(rects === null ? places : (id) => middleOf(rects.get(id)));
    if (drawn === null || (rects !== null && isSame(rects, drawn))) return drawn;
    before = drawn;
  }
  return null;
}

const middleOf = (rect: Rect | undefined): SpotPoint =>
  rect === undefined ? { x: 0, y: 0 } : { x: centreX(rect), y: centreY(rect) };

const isSame = (a: ReadonlyMap<string, Rect>, b: ReadonlyMap<string, Rect>): boolean =>
  a.size === b.size && Array.from(a).every(([id, { x, y }]) => b.get(id)?.x === x && b.get(id)?.y === y);

/** One for each pair of members that arrows lead from and to; arrows of what is in a member are its own. */
function edgesBetween(members: readonly Box[], { family, tab, work }: Arranging): LayoutEdge[] {
  const owners = new Map<string, string>();
  for (const { id } of members) for (const inside of [id, ...family.deepMembersOf(id)]) owners.set(inside, id);
  const arrows = new Map<string, Arrow>();
  for (const id of owners.keys()) for (const arrow of tab.arrowsAt(id)) if (work.spend(2)) arrows.set(arrow.id, arrow);
  const edges = new Map<string, LayoutEdge>();
  for (const arrow of [...arrows.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const [from, to] = [arrow.from, arrow.to].map((end) => (isPinned(end) ? owners.get(end.element) : undefined));
    if (from === undefined || to === undefined || from === to) continue;
    const key = `${from} ${to}`;
    const label: Size | null = labelSize(arrow);
    edges.set(key, { from, to, label: bothLabels(edges.get(key)?.label ?? null, label), isAngled: arrow.line === 'angled' });
  }
  return [...edges.values()];
}
