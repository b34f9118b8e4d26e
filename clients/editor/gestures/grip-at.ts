/**
 * grip-at: which grip a press takes hold of, where grips and the bodies of boxes are near each other.
 *
 * G1  A box keeps a body: its inner half at least, and as much as a fingertip needs where it is large enough. A press there
 *     takes no grip, whether the box is selected or not.
 * G2  A press on a box that is not selected takes that box: it adds nothing. Of the selection beside it only what is drawn onto
 *     the box is taken, and no dot.
 * G3  A dot of a box that is not selected is taken only once it is shown, under a mouse or a pen. A finger finds none.
 * G4  From outside a box its grips are in reach at any size of the box.
 * G5  What lies beneath the selection, a box that holds its centre, is no such neighbor: handles on it keep their reach, and
 *     dots are taken where they are drawn.
 */
import { type Box, isArrow, isBox, isContainer, type Point } from '#schema/element.ts';

import { isLocked, lockedLayersOf } from '#core/tab/locks.ts';
import { centreX, centreY } from '#core/tab/rect.ts';

import { centreOf, holdsTurned } from '../changes/turned.ts';
import { isWithin, turnedInto } from '../scene/box-outline.ts';
import type { GestureContext, Pointer } from './gesture.ts';
import type { Grip } from './handles.ts';

/** How far from a grip a press still takes it. Window pixels, as all here. */
const reachPx = { mouse: 8, pen: 10, touch: 18 } as const;
/** How much of a box, across and down, is body before grips reach into it. */
const bodyPx = { mouse: 12, pen: 24, touch: 44 } as const;
/** Half of what is drawn of a handle, and of a dot. */
const drawnPx = { handle: 5, dot: 8 } as const;
const hair = 1e-6;

/** The nearest grip within reach, the one on top of equals. */
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

/** True when a dot would be drawn on a box that is not its own [G2]. */
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

/** What a press on the canvas would take if there were no grips: what stands beneath or beside the selection. */
type Cover = 'none' | 'beneath' | 'arrow' | 'beside';

function coverAt(grips: readonly Grip[], { at }: Pointer, ground: GestureContext, selected: ReadonlySet<string>): Cover {
  const { tab } = ground;
  const element = tab.get(ground.hit(at, 0) ?? '');
  if (element === undefined || selected.has(element.id) || isLocked(element, lockedLayersOf(tab.settings))) return 'none';
  if (isArrow(element)) return 'arrow';
  // On the very outline is on neither side of it.
  if (isContainer(element) || !isWithin(element, turnedInto(element, at), -hair)) return 'none';
  const middle = middleOf(grips);
  return middle !== null && holdsTurned(element, middle) ? 'beneath' : 'beside';
}

function reachOf({ kind }: Grip, pointer: Pointer['kind'], cover: Cover): number {
  const reach = reachPx[pointer];
  if (cover === 'none') return reach;
  if (kind === 'dot') return cover === 'beside' ? 0 : Math.min(reach, drawnPx.dot);
  return cover === 'beside' ? Math.min(reach, drawnPx.handle) : reach;
}

/** [G1] Of a box of the selection, also of one among several. */
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
  // Beside the slanted side of a shape there may be a dot.
  return isInner(x - centreX(box), box.width) && isInner(y - centreY(box), box.height) && isWithin(box, [x, y], hair);
}

/** How far into a box of this length grips reach. */
const rimPx = (length: number, kind: Pointer['kind']): number =>
  Math.max(0, Math.min(reachPx[kind], length / 4, (length - bodyPx[kind]) / 2));

/** Of what the grips stand around; null where they stand around nothing. */
function middleOf(grips: readonly Grip[]): Point | null {
  const around = grips.filter(({ kind }) => kind !== 'dot' && kind !== 'turn').map(({ at }) => at);
  if (around.length === 0) return null;
  const [xs, ys] = [around.map(([x]) => x), around.map(([, y]) => y)];
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}
