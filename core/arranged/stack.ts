/** A stack: the members in a row or a column, their centers in line. */
import { titleWidth } from '../placement/enclose.ts';
import { framePadding, frameTop, slotGap } from '../placement/spacing.ts';
import type { SpotPoint } from '../planning/free-spot.ts';
import { type Arranger, boxesNow } from './arranger.ts';

export const stack: Arranger = (arranging) => {
  const { frame, family } = arranging;
  const { gap = slotGap, direction = 'down' } = frame;
  const isRow = direction === 'right';
  const at = (id: string): number => (isRow ? family.centreOf(id).x : family.centreOf(id).y);
  const members = boxesNow(family.membersOf(frame.id), arranging)
    .filter(({ type }) => type !== 'stroke')
    .toSorted((a, b) => at(a.id) - at(b.id) || (a.id < b.id ? -1 : 1));
  const across = members.reduce((most, box) => Math.max(most, isRow ? box.height : box.width), 0);
  const moved = new Map<string, SpotPoint>();
  let along = 0;
  const left = frame.x + framePadding;
  const top = frame.y + frameTop;
  for (const { id, width, height } of members) {
    const aside = Math.round((across - (isRow ? height : width)) / 2);
    moved.set(id, isRow ? { x: left + along, y: top + aside } : { x: left + aside, y: top + along });
    along += (isRow ? width : height) + gap;
  }
  const length = Math.max(0, along - gap);
  const [width, height] = isRow ? [length, across] : [across, length];
  const size = {
    width: Math.max(titleWidth(frame), Math.ceil(width) + 2 * framePadding),
    height: frameTop + Math.ceil(height) + framePadding,
  };
  return { frame: { ...frame, ...size }, moved, put: [] };
};
