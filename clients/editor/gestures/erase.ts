/**
 * erase: elements that the pointer touches, which are removed when it is released, in one step.
 *
 * It touches the topmost element at each point of its way, and only what is drawn: frames, lanes and boxes without fill at their
 * border and title. A click removes such a box from inside too. Whatever a deletion by key would remove with them, such as their
 * arrows, is faded and goes with them. While Alt is held, touched elements are kept. Locked elements are not touched.
 */
import { type Element, isArrow, isContainer, type Point } from '#schema/element.ts';
import { isProblem } from '#schema/problem.ts';

import { isLocked, lockedLayersOf } from '#core/tab/locks.ts';

import { planChange } from '../changes/change.ts';
import { removeElements } from '../changes/remove.ts';
import type { HitChoice } from '../scene/hit.ts';
import { type Gesture, type GestureContext, hasMoved, hitSlackPx, noOutcome, type Pointer } from './gesture.ts';
import { toolCursor } from './tool-cursor.ts';

/** What is left of the opacity of an element that is about to be removed. */
const fadedShare = 0.2;
/** Points of the way at which elements are touched, between two moves. */
const pointsMax = 400;

export function erase(start: Pointer): Gesture {
  const marked = new Set<string>();
  let faded: ReadonlyMap<string, Element> = new Map();
  let last = start.at;
  const take = (pointer: Pointer, ground: GestureContext): void => {
    let isChanged = false;
    const slack = hitSlackPx[pointer.kind] / ground.zoom;
    const choice = { takes: freeOn(ground), drawnOnly: true } as const;
    for (const at of wayBetween(last, pointer.at, slack)) {
      if (mark(marked, ground.hit(at, slack, choice), pointer)) isChanged = true;
    }
    last = pointer.at;
    // Others may have deleted some meanwhile.
    if (isChanged || faded.keys().some((id) => ground.tab.get(id) === undefined)) faded = fadedOn(ground, marked);
  };
  return {
    move(pointer, ground) {
      take(pointer, ground);
      return { faded, cursor: toolCursor('eraser') };
    },
    end(pointer, ground) {
      take(pointer, ground);
      if (!hasMoved(start, pointer) && marked.size === 0) mark(marked, bodyAt(pointer, ground), pointer);
      return marked.size === 0 ? noOutcome : { change: removeElements(marked) };
    },
  };
}

/** Whether that changes what is marked. */
function mark(marked: Set<string>, id: string | null, { alt }: Pointer): boolean {
  if (id === null || marked.has(id) !== alt) return false;
  if (alt) marked.delete(id);
  else marked.add(id);
  return true;
}

/** The box without fill around a click. */
function bodyAt({ at }: Pointer, ground: GestureContext): string | null {
  const isFree = freeOn(ground);
  return ground.hit(at, 0, { takes: (element) => isFree(element) && !isArrow(element) && !isContainer(element) });
}

function freeOn({ tab }: GestureContext): NonNullable<HitChoice['takes']> {
  const locked = lockedLayersOf(tab.settings);
  return (element) => !isLocked(element, locked);
}

/** What would be removed now, as it is shown. */
function fadedOn({ tab }: GestureContext, marked: ReadonlySet<string>): ReadonlyMap<string, Element> {
  if (marked.size === 0) return new Map();
  const edits = planChange(tab, removeElements(marked));
  const removed = isProblem(edits)
    ? [...marked].map((id) => tab.get(id))
    : edits.map(({ before, after }) => (after === null ? before : null));
  return new Map(
    removed
      .filter((element) => element !== undefined && element !== null)
      .map((element) => [element.id, { ...element, opacity: fadedShare * (element.opacity ?? 1) }]),
  );
}

/** From one point to another, so close that nothing between them is missed. */
function* wayBetween([x, y]: Point, [toX, toY]: Point, apart: number): Generator<Point> {
  const steps = Math.min(pointsMax, Math.ceil(Math.hypot(toX - x, toY - y) / apart));
  for (let step = 1; step < steps; step += 1) yield [x + ((toX - x) * step) / steps, y + ((toY - y) * step) / steps];
  yield [toX, toY];
}
