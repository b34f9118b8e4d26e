/**
 * slide-label: drags the label of the only selected arrow along its line.
 *
 * A label that is dropped where it would be by itself is placed automatically again. One that is dragged as far as it can go stays at that
 * end of the line, however long the line becomes.
 */
import { type Arrow, isArrow, isContainer, type Point } from '#schema/element.ts';

import { isMessage } from '#core/arrows/message-line.ts';
import { lengthOf, pointAt, shareNear } from '#core/arrows/polyline.ts';
import { labelRange } from '#core/drawing/fixed-label.ts';
import { drawnRoute, labelRect } from '#core/drawing/drawn-routes.ts';
import { isLocked, lockedLayersOf } from '#core/tab/locks.ts';
import { centreX, centreY, grown, holdsPoint } from '#core/tab/rect.ts';
import type { TabView } from '#core/tab/view.ts';

import { setLabelAt, withLabelAt } from '../changes/wire.ts';
import { type Gesture, type GestureContext, hasMoved, noOutcome, type Pointer } from './gesture.ts';
import type { Grip } from './handles.ts';

/** Window pixels within which a label stops at its automatic place and in the middle of its line. */
const snapPx = 8;
/** Window pixels beside a label at which a press still takes it. */
const slackPx = { mouse: 0, pen: 2, touch: 10 } as const;
/** Half the drawn size of a grip, which a label may be beneath. */
const drawnPx = 5;
/** Labels that are drawn lower than this cannot be read, and are not taken. */
const heightMinPx = 5;

type LabelGrip = Extract<Grip, { kind: 'label' }>;

/** The label under the pointer, if it comes before `grip`, the nearest of the other grips. */
export function labelGripAt(
  pointer: Pointer,
  ground: GestureContext,
  selected: ReadonlySet<string>,
  grip: Grip | null,
): LabelGrip | null {
  const { tab, zoom } = ground;
  const [id, second] = selected;
  const arrow = tab.get(id ?? '');
  if (arrow === undefined || second !== undefined || !isArrow(arrow) || pointer.shift || pointer.mod) return null;
  // The arrangement places the labels of messages.
  if (isMessage(arrow)) return null;
  if (tab.settings.locked || isLocked(arrow, lockedLayersOf(tab.settings))) return null;
  const rect = labelRect(arrow, tab);
  if (rect === null || rect.height * zoom < heightMinPx) return null;
  const slack = slackPx[pointer.kind] / zoom;
  const [x, y] = pointer.at;
  if (!holdsPoint(grown(rect, slack), x, y)) return null;
  const reach = holdsPoint(rect, x, y) ? drawnPx / zoom : Infinity;
  if (grip !== null && Math.hypot(grip.at[0] - x, grip.at[1] - y) <= reach) return null;
  const top = tab.get(ground.hit(pointer.at, 0) ?? '');
  const isFree = top === undefined || top.id === arrow.id || (!isArrow(top) && isContainer(top));
  return isFree ? { kind: 'label', at: [centreX(rect), centreY(rect)], arrow } : null;
}

export function slideLabel(start: Pointer, { arrow, at }: LabelGrip): Gesture {
  const slid = (pointer: Pointer, ground: GestureContext): Arrow | null => {
    const current = ground.tab.get(arrow.id);
    if (!hasMoved(start, pointer) || current === undefined || !isArrow(current)) return null;
    const middle: Point = [at[0] + pointer.at[0] - start.at[0], at[1] + pointer.at[1] - start.at[1]];
    return withLabelAt(current, shareFor(middle, current, ground.tab, pointer.mod ? 0 : snapPx / ground.zoom));
  };
  return {
    move(pointer, ground) {
      const after = slid(pointer, ground);
      return after === null ? {} : { preview: new Map([[arrow.id, after]]), cursor: 'grabbing' };
    },
    end(pointer, ground) {
      const after = slid(pointer, ground);
      return after === null ? noOutcome : { change: setLabelAt(arrow.id, after.labelAt ?? null) };
    },
  };
}

/** Where along its line a label is whose middle is dragged to a point; null: where it is by itself. */
function shareFor(middle: Point, arrow: Arrow, tab: TabView, reach: number): number | null {
  const route = drawnRoute(arrow, tab);
  const { points } = route;
  const [length, share] = [lengthOf(points), shareNear(points, middle)];
  const own = labelRect(withLabelAt(arrow, null), tab);
  if (own === null) return arrow.labelAt ?? null;
  const ownMiddle: Point = [centreX(own), centreY(own)];
  const ownShare = shareNear(points, ownMiddle);
  const isOnLine = distance(pointAt(points, ownShare) ?? middle, ownMiddle) < 1;
  const fromOwn = isOnLine ? Math.abs(share - ownShare) * length : distance(middle, ownMiddle);
  const fromMiddle = Math.abs(share - 0.5) * length;
  // Its own place is often the middle, but for rounding.
  if (fromOwn <= Math.min(reach, fromMiddle + 1)) return null;
  if (fromMiddle <= reach) return 0.5;
  const { from, to } = labelRange(route, own);
  if (share <= from) return 0;
  return share >= to ? 1 : Math.round(share * 10_000) / 10_000;
}

const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
