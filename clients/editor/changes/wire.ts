/**
 * wire: the ends, the heads and the waypoints of arrows, and where their labels are.
 *
 * An end is connected to an existing box, or free on the canvas. Waypoints are on the canvas, within the limit of an arrow; an
 * arrow without waypoints stores none.
 */
import { type Arrow, type ArrowEnd, isArrow, type Point } from '#schema/element.ts';
import type { EndHead } from '#schema/heads.ts';
import { limits } from '#schema/limits.ts';

import { endHeadsOf, headsFrom } from '#core/arrows/end-heads.ts';
import type { Planning } from '#core/planning/planning.ts';

import { type Change, freeElements } from './change.ts';
import { roundLength } from './resize.ts';
import { onCanvas } from './set-label.ts';

export const setEnd = (id: string, end: 'from' | 'to', at: ArrowEnd): Change =>
  changeArrow(id, (arrow) => ({ ...arrow, [end]: at }));

export const setWayPoints = (id: string, points: readonly Point[]): Change =>
  changeArrow(id, (arrow) => withWayPoints(arrow, points));

/** Takes the ends and the way-points of another form of the arrow. */
export const setLine = (id: string, { from, to, points = [] }: Arrow): Change =>
  changeArrow(id, (arrow) => withWayPoints({ ...arrow, from, to }, points));

/** Null: automatically. */
export const setLabelAt = (id: string, labelAt: number | null): Change => changeArrow(id, (arrow) => withLabelAt(arrow, labelAt));

export const turnRound = (ids: Iterable<string>): Change => changeArrows(ids, reversed);

/** The head at one end. Each arrow keeps that of its other end. */
export const setHead = (ids: Iterable<string>, at: 'start' | 'end', head: EndHead): Change =>
  changeArrows(ids, (arrow) => withHead(arrow, at, head));

function withHead(arrow: Arrow, at: 'start' | 'end', head: EndHead): Arrow {
  const { heads: before, ...bare } = arrow;
  const [start, end] = endHeadsOf(before);
  const heads = headsFrom(at === 'start' ? [head, end] : [start, head]);
  return heads === 'end' ? bare : { ...bare, heads };
}

export function withWayPoints(arrow: Arrow, points: readonly Point[]): Arrow {
  const { points: _old, ...bare } = arrow;
  const kept = points.slice(0, limits.wayPoints).map(([x, y]): Point => [onCanvas(roundLength(x)), onCanvas(roundLength(y))]);
  return kept.length === 0 ? bare : { ...bare, points: kept };
}

export function withLabelAt(arrow: Arrow, labelAt: number | null): Arrow {
  const { labelAt: _old, ...bare } = arrow;
  return labelAt === null ? bare : { ...bare, labelAt };
}

/** Its label stays where it is. */
function reversed(arrow: Arrow): Arrow {
  const { labelAt = null } = arrow;
  const mirrored = labelAt === null ? null : Math.round((1 - labelAt) * 1_000_000) / 1_000_000;
  const turned = withLabelAt({ ...arrow, from: arrow.to, to: arrow.from }, mirrored);
  return arrow.points === undefined ? turned : { ...turned, points: arrow.points.toReversed() };
}

type ChangedArrow = (arrow: Arrow, planning: Planning) => Arrow;

/** Changes an arrow unless it is locked. */
export const changeArrow = (id: string, change: ChangedArrow): Change => changeArrows([id], change);

const changeArrows =
  (ids: Iterable<string>, change: ChangedArrow): Change =>
  (planning) => {
    for (const arrow of freeElements(ids, planning).filter(isArrow)) planning.put(change(arrow, planning));
    return null;
  };
