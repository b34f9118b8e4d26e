/** free-place: where a new box goes so that it does not hide another one. */
import { type Box, isContainer, type Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { holds, overlaps, union } from '#core/tab/rect.ts';
import type { TabView } from '#core/tab/view.ts';

type Places = Pick<TabView, 'boxesIn'>;

/** Boxes that would cover another one exactly are shifted by this much until they do not. */
const asideBy = 24;
/** Between a new box and those that it keeps clear of. */
const gap = 40;
const stepsMax = 40;

/** The center of something new: where a person pointed, or the middle of the view. */
export type NewPlace = { readonly at: Point; readonly from: 'pointer' | 'view' };

/**
 * A place of this size for something new. Where a person pointed it may cover other boxes, but no cells and cards; in the middle
 * of the view, which no person chose, it covers nothing.
 */
export function placeFor(tab: Places, { at: [x, y], from }: NewPlace, { width, height }: Pick<Rect, 'width' | 'height'>): Rect {
  const wanted = { x: Math.round(x - width / 2), y: Math.round(y - height / 2), width, height };
  const isClear = from === 'pointer' && !Iterator.from(tab.boxesIn(wanted)).some((box) => isFilled(box) && overlaps(box, wanted));
  return isClear ? aside(tab, wanted) : clearOf(tab, wanted);
}

/** Full of cells or cards. */
const isFilled = (box: Box): boolean =>
  box.type === 'table' || (box.type === 'shape' && (box.shape === 'plan-board' || box.shape === 'plan-sheet'));

/** The rectangle, shifted aside as long as a box begins in the same place. */
export function aside(tab: Places, rect: Rect): Rect {
  let place = rect;
  const isTaken = (): boolean => Iterator.from(tab.boxesIn(place)).some(({ x, y }) => x === place.x && y === place.y);
  while (isTaken()) place = { ...place, x: place.x + asideBy, y: place.y + asideBy };
  return place;
}

/** The rectangle where no box is: in its place, or the nearest one found beside what is there. It may be in a frame or lane. */
export function clearOf(tab: Places, rect: Rect): Rect {
  const away = ({ x, y }: Rect): number => Math.hypot(x - rect.x, y - rect.y);
  const open = [rect];
  const seen = new Set<string>();
  for (let step = 0; step < stepsMax; step += 1) {
    open.sort((a, b) => away(b) - away(a));
    const place = open.pop();
    if (place === undefined) break;
    const around = { x: place.x - gap / 2, y: place.y - gap / 2, width: place.width + gap, height: place.height + gap };
    const there = [...tab.boxesIn(around)].filter((box) => !isContainer(box) || !holds(box, place));
    const [first, ...others] = there;
    if (first === undefined) return place;
    const taken = others.reduce<Rect>(union, first);
    for (const next of [
      { ...place, x: taken.x + taken.width + gap },
      { ...place, y: taken.y + taken.height + gap },
      { ...place, x: taken.x - gap - place.width },
      { ...place, y: taken.y - gap - place.height },
    ]) {
      const key = `${next.x} ${next.y}`;
      if (!seen.has(key)) open.push(next);
      seen.add(key);
    }
  }
  return aside(tab, rect);
}
