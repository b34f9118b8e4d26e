/**
 * grip-at: the grip that a press hits, where grips and boxes are near each other.
 *
 * A box keeps a body: at least its inner half, and as much as a fingertip needs if it is large enough. A press there hits no
 * grip, whether the box is selected or not. A press on a box that is not selected selects that box; only grips of the selection
 * that are drawn on the box are hit, and no dots. Dots of a box that is not selected are hit only once they are shown, under a
 * mouse or a pen; a finger hits none. From outside a box its grips are in reach at any size. A box beneath the selection, which
 * contains its center, limits nothing: handles on it keep their reach, and dots are hit where they are drawn.
 */
import { type Box, isArrow, isBox, isContainer, type Point } from '#schema/element.ts';

import { isLocked, lockedLayersOf } from '#core/tab/locks.ts';
import { centreX, centreY } from '#core/tab/rect.ts';

import { centreOf, holdsTurned } from '../changes/turned.ts';
import { isWithin, turnedInto } from '../scene/box-outline.ts';
import type { GestureContext, Pointer } from './gesture.ts';
import type { Grip } from './handles.ts';

/** The distance from a grip within which a press hits it. In window pixels, like all lengths here. */
const reachPx = { mouse: 8, pen: 10, touch: 18 } as const;
/** The width and height of a box's body that grips do not reach into. */
const bodyPx = { mouse: 12, pen: 24, touch: 44 } as const;
/** Half the drawn size of a handle, and of a dot. */
const drawnPx = { handle: 5, dot: 8 } as const;
const hair = 1e-6;
const outOfReach = -1;

/** The nearest grip within reach, the topmost of equals. */
export function gripAt(
  grips: readonly Grip[],
  pointer: Pointer,
  ground: GestureContext,
  selected: ReadonlySet<string>,
): Grip | null {
  if (grips.length === 0 || isOnOwnBody(pointer, ground, selected)) return null;
  const cover = coverAt(grips, pointer, ground, selected);
  let nearest: Grip | null = null;
  let least = Infinity;
  for (const grip of grips) {
    const away = Math.hypot(grip.at[0] - pointer.at[0], grip.at[1] - pointer.at[1]) * ground.zoom;
    if (away <= least && away <= reachOf(grip, pointer.kind, cover)) [nearest, least] = [grip, away];
  }
  return nearest;
}

/** Whether a dot would be drawn on another box than its own. */
export function isOnNeighbor({ at: [x, y] }: Grip, own: Box, { tab, zoom }: Pick<GestureContext, 'tab' | 'zoom'>): boolean {
  const slack = drawnPx.dot / zoom;
  const locked = lockedLayersOf(tab.settings);
  const around = { x: x - slack, y: y - slack, width: 2 * slack, height: 2 * slack };
  for (const box of tab.boxesIn(around)) {
    if (box.id === own.id || isContainer(box) || isLocked(box, locked) || !holdsTurned(box, [x, y], slack)) continue;
    if (!holdsTurned(box, centreOf(own))) return true;
  }
  return false;
}

/** What a press on the canvas would hit without grips: the boxes beneath or beside the selection. */
type Cover = 'none' | 'beneath' | 'arrow' | 'beside';

function coverAt(grips: readonly Grip[], { at }: Pointer, ground: GestureContext, selected: ReadonlySet<string>): Cover {
  const { tab } = ground;
  const element = tab.get(ground.hit(at, 0) ?? '');
  if (element === undefined || selected.has(element.id) || isLocked(element, lockedLayersOf(tab.settings))) return 'none';
  if (isArrow(element)) return 'arrow';
  // A point on the outline itself is on neither side.
  if (isContainer(element) || !isWithin(element, turnedInto(element, at), -hair)) return 'none';
  const middle = middleOf(grips);
  return middle !== null && holdsTurned(element, middle) ? 'beneath' : 'beside';
}

function reachOf(grip: Grip, pointer: Pointer['kind'], cover: Cover): number {
  const { kind } = grip;
  const reach = reachPx[pointer];
  if (kind === 'turn' && grip.isHidden && (pointer === 'touch' || cover !== 'none')) return outOfReach;
  if (cover === 'none') return reach;
  if (kind === 'dot') return cover === 'beside' ? outOfReach : Math.min(reach, drawnPx.dot);
  return cover === 'beside' ? Math.min(reach, drawnPx.handle) : reach;
}

/** Of a selected box, alone or among several. */
function isOnOwnBody({ at, kind }: Pointer, { tab, zoom }: GestureContext, selected: ReadonlySet<string>): boolean {
  for (const id of selected) {
    const box = tab.get(id);
    if (box !== undefined && isBox(box) && isInBody(box, at, zoom, kind)) return true;
  }
  return false;
}

function isInBody(box: Box, at: Point, zoom: number, kind: Pointer['kind']): boolean {
  const [x, y] = turnedInto(box, at);
  const isInner = (away: number, length: number): boolean => Math.abs(away) <= length / 2 - rimPx(length * zoom, kind) / zoom;
  // Beside the slanted side of a shape there can be a dot.
  return isInner(x - centreX(box), box.width) && isInner(y - centreY(box), box.height) && isWithin(box, [x, y], hair);
}

/** How far grips reach into a box of this length. */
const rimPx = (length: number, kind: Pointer['kind']): number =>
  Math.max(0, Math.min(reachPx[kind], length / 4, (length - bodyPx[kind]) / 2));

/** The rectangle that the grips are around; null if there is none. */
function middleOf(grips: readonly Grip[]): Point | null {
  const around = grips.filter(({ kind }) => kind !== 'dot' && kind !== 'turn').map(({ at }) => at);
  if (around.length === 0) return null;
  const [xs, ys] = [around.map(([x]) => x), around.map(([, y]) => y)];
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}
