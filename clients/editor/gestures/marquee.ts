/**
 * marquee: a rectangle that selects elements.
 *
 * Drawn to the right it selects what is entirely inside, drawn to the left what it touches. With Shift, Ctrl or Command it adds
 * to the selection. Groups are taken as a whole. Frames and lanes have to be entirely inside: most rectangles begin in one. Locked and hidden elements are not
 * selected.
 */
import { isArrow, isContainer } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { boundsOf } from '#core/arrows/polyline.ts';
import { routeOf } from '#core/drawing/drawn-routes.ts';
import { isInGroup } from '#core/tab/group-paths.ts';
import { isLocked, lockedLayersOf } from '#core/tab/locks.ts';
import { holds } from '#core/tab/rect.ts';

import { outerRect } from '../changes/turned.ts';
import { type Gesture, type GestureContext, hasMoved, type Pointer, rectBetween } from './gesture.ts';
import { withUnits } from '../state/groups.ts';
import { hiddenLayersOf, isHidden } from '../state/neighbors.ts';

export function marquee(start: Pointer, selected: ReadonlySet<string>, entered: string | null = null): Gesture {
  const taken = (pointer: Pointer, ground: GestureContext): ReadonlySet<string> => {
    const rect = rectBetween(start.at, pointer.at);
    const hits = takenIn(rect, pointer.at[0] < start.at[0] ? 'touching' : 'within', ground);
    const found = withUnits(hits, isAllIn(hits, entered, ground) ? entered : null, ground.tab);
    return start.shift || start.mod ? new Set([...selected, ...found]) : new Set(found);
  };
  return {
    move: (pointer, ground) =>
      hasMoved(start, pointer) ? { marquee: rectBetween(start.at, pointer.at), selection: taken(pointer, ground) } : {},
    end: (pointer, ground) => ({ select: () => (hasMoved(start, pointer) ? taken(pointer, ground) : []) }),
  };
}

const isAllIn = (ids: readonly string[], entered: string | null, { tab }: GestureContext): boolean =>
  entered !== null && ids.every((id) => isInGroup(tab.get(id) ?? {}, entered));

export function takenIn(rect: Rect, how: 'touching' | 'within', ground: GestureContext): string[] {
  const { tab } = ground;
  const hidden = hiddenLayersOf(tab.settings);
  const locked = lockedLayersOf(tab.settings);
  const taken: string[] = [];
  for (const id of ground.within(rect)) {
    const element = tab.get(id);
    if (element === undefined || isLocked(element, locked) || isHidden(element, hidden)) continue;
    const isWithin = how === 'within' || isContainer(element);
    if (isWithin && !holds(rect, isArrow(element) ? boundsOf(routeOf(element, tab)) : outerRect(element))) continue;
    taken.push(id);
  }
  return taken;
}
