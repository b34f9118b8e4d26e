/**
 * handles: the points of a selection that a pointer can drag, on the canvas.
 *
 * Boxes have eight handles around them, and one outside their upper right corner to rotate them; outside the other corners, too, a
 * mouse or pen rotates. Small boxes have handles only at corners, tiny ones a single handle.
 * An arrow has its two ends, its waypoints, and the middle of each part between them; an angled one the middle of each part of its
 * line. They keep clear of its label, which is a grip itself, but not among these (slide-label.ts). Arrows are drawn from a dot beside each side of the box under the pointer and of the only selected box, whose dots are further outside than its handles; dots that
 * would be on another box are left out. Locked elements, and those that the person may not edit, have no handles.
 */
import { type Arrow, type Box, isArrow, isBox, type Point, type Side } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { pointAt } from '#core/arrows/polyline.ts';
import { isMessage } from '#core/arrows/message-line.ts';
import { labelRect, routeOf } from '#core/drawing/drawn-routes.ts';
import { outward } from '#core/arrows/sides.ts';
import { isLocked, lockedLayersOf } from '#core/tab/locks.ts';
import { grown, holdsPoint, union } from '#core/tab/rect.ts';
import type { TabView } from '#core/tab/view.ts';

import { isLevel } from '../changes/line-part.ts';
import type { ResizeHandle } from '../changes/resize.ts';
import { mayTurn } from '../changes/rotate.ts';
import { centreOf, outerRect, turnedAbout, turnOf } from '../changes/turned.ts';
import { isOnNeighbor } from './grip-at.ts';
import { dotsOf } from './tie.ts';

export type Grip =
  | { readonly kind: 'size'; readonly at: Point; readonly handle: ResizeHandle; readonly turnDeg: number }
  /** `isHidden`: drawn only under the pointer, and not hit by a finger. */
  | { readonly kind: 'turn'; readonly at: Point; readonly isHidden: boolean }
  | { readonly kind: 'end'; readonly at: Point; readonly arrow: Arrow; readonly end: 'from' | 'to' }
  | { readonly kind: 'bend'; readonly at: Point; readonly arrow: Arrow; readonly index: number; readonly isNew: boolean }
  | { readonly kind: 'part'; readonly at: Point; readonly arrow: Arrow; readonly index: number; readonly isLevel: boolean }
  | { readonly kind: 'label'; readonly at: Point; readonly arrow: Arrow }
  | { readonly kind: 'dot'; readonly at: Point; readonly box: Box; readonly side: Side };

/** The distance from a corner, on both axes; the handle keeps clear of the pin of comments. In window pixels, like all lengths here. */
const turnAsidePx = { handle: 22, hidden: 15 } as const;
/** The distance of dots from the outline of their box; those of the selected box keep clear of its handles. */
export const dotOutsidePx = { selected: 20, hovered: 5 } as const;
const bendFromPx = 24;
/** Half the drawn size of a grip on a line, and a pixel: it covers nothing of the label. */
const besideLabelPx = { bend: 5, part: 8 } as const;
const smallPx = 36;
const tinyPx = 14;
const dotsFromPx = 24;

/** The box, or the rectangle around several boxes, that is resized as a whole. */
export type ResizeFrame = { readonly rect: Rect; readonly turnDeg: number; readonly mayTurn: boolean };

/** The rectangle around the selected boxes; null if none is selected. */
export function frameOf(tab: TabView, ids: Iterable<string>): ResizeFrame | null {
  const boxes = [...ids].map((id) => tab.get(id)).filter((element) => element !== undefined && isBox(element)) as Box[];
  const [only] = boxes;
  if (only === undefined) return null;
  if (boxes.length === 1) return { rect: rectOf(only), turnDeg: turnOf(only), mayTurn: mayTurn(only) };
  return {
    rect: boxes.reduce<Rect>((rect, box) => union(rect, outerRect(box)), outerRect(only)),
    turnDeg: 0,
    mayTurn: boxes.some(mayTurn),
  };
}

/** The grips of a selection, the topmost last. */
export function gripsOf(tab: TabView, ids: ReadonlySet<string>, zoom: number): Grip[] {
  const elements = [...ids].map((id) => tab.get(id)).filter((element) => element !== undefined);
  const locked = lockedLayersOf(tab.settings);
  if (tab.settings.locked || elements.length === 0 || elements.some((element) => isLocked(element, locked))) return [];
  const [only] = elements;
  if (elements.length === 1 && only !== undefined && isArrow(only)) return arrowGrips(tab, only, zoom);
  const frame = frameOf(tab, ids);
  if (frame === null) return [];
  const isOne = elements.length === 1 && only !== undefined && isBox(only) && !isTooSmallForDots(only, zoom);
  const dots = isOne ? dotGrips(only, dotOutsidePx.selected / zoom).filter((dot) => !isOnNeighbor(dot, only, { tab, zoom })) : [];
  return [...dots, ...frameGrips(frame, zoom)];
}

/** The dots of a box, at a distance of its outline in canvas pixels. */
export const dotGrips = (box: Box, outside = 0): Grip[] =>
  dotsOf(box).map(({ side, at: [x, y] }) => {
    const [outX, outY] = outward[side];
    return { kind: 'dot', at: [x + outX * outside, y + outY * outside], box, side };
  });

export const isTooSmallForDots = (box: Rect, zoom: number): boolean => Math.min(box.width, box.height) * zoom < dotsFromPx;

const corners = [
  { across: -1, down: -1 },
  { across: 1, down: -1 },
  { across: 1, down: 1 },
  { across: -1, down: 1 },
] as const;

function frameGrips({ rect, turnDeg, mayTurn: turns }: ResizeFrame, zoom: number): Grip[] {
  const [wide, high] = [rect.width * zoom, rect.height * zoom];
  const middle = centreOf(rect);
  const place = (x: number, y: number): Point => turnedAbout([x, y], middle, turnDeg);
  const grips: Grip[] = [];
  const outside = ({ across, down }: ResizeHandle, away: number): Point =>
    place(middle[0] + across * (rect.width / 2 + away / zoom), middle[1] + down * (rect.height / 2 + away / zoom));
  if (turns) {
    for (const corner of corners) grips.push({ kind: 'turn', at: outside(corner, turnAsidePx.hidden), isHidden: true });
    grips.push({ kind: 'turn', at: outside({ across: 1, down: -1 }, turnAsidePx.handle), isHidden: false });
  }
  for (const down of [-1, 0, 1] as const) {
    for (const across of [-1, 0, 1] as const) {
      const isCorner = across !== 0 && down !== 0;
      if ((across === 0 && down === 0) || !isShown({ across, down }, isCorner, wide, high)) continue;
      const at = place(rect.x + (rect.width * (1 + across)) / 2, rect.y + (rect.height * (1 + down)) / 2);
      grips.push({ kind: 'size', at, handle: { across, down }, turnDeg });
    }
  }
  return grips;
}

function isShown({ across, down }: ResizeHandle, isCorner: boolean, wide: number, high: number): boolean {
  if (wide < tinyPx || high < tinyPx) return across === 1 && down === 1;
  return isCorner || (down === 0 ? high >= smallPx : wide >= smallPx);
}

function arrowGrips(tab: TabView, arrow: Arrow, zoom: number): Grip[] {
  const route = routeOf(arrow, tab);
  const [first, last] = [route[0], route.at(-1)];
  if (first === undefined || last === undefined) return [];
  const ends: Grip[] = [
    { kind: 'end', at: first, arrow, end: 'from' },
    { kind: 'end', at: last, arrow, end: 'to' },
  ];
  // The arrangement keeps messages straight.
  if (isMessage(arrow)) return ends;
  const place = labelRect(arrow, tab);
  const labelFor = (kind: keyof typeof besideLabelPx): Rect | null =>
    place === null ? null : grown(place, besideLabelPx[kind] / zoom);
  if (arrow.line === 'angled') return [...partGrips(arrow, route, labelFor('part'), zoom), ...ends];
  const label = labelFor('bend');
  const through = arrow.points ?? [];
  const stops = [first, ...through, last];
  const bends = stops.slice(1).flatMap((stop, index): Grip[] => {
    const from = stops[index] ?? stop;
    if (Math.hypot(stop[0] - from[0], stop[1] - from[1]) * zoom < bendFromPx) return [];
    const isWhole = through.length === 0;
    const at = clearOf(
      label,
      bendSpots.map((share) => (isWhole ? pointAt(route, share) : between(from, stop, share))),
    );
    return at === null ? [] : [{ kind: 'bend', at, arrow, index, isNew: true }];
  });
  return [...bends, ...through.map((at, index): Grip => ({ kind: 'bend', at, arrow, index, isNew: false })), ...ends];
}

function partGrips(arrow: Arrow, route: readonly Point[], label: Rect | null, zoom: number): Grip[] {
  return route.slice(1).flatMap((to, index): Grip[] => {
    const from = route[index] ?? to;
    if (Math.hypot(to[0] - from[0], to[1] - from[1]) * zoom < bendFromPx) return [];
    const at = clearOf(
      label,
      bendSpots.map((share) => between(from, to, share)),
    );
    return at === null ? [] : [{ kind: 'part', at, arrow, index, isLevel: isLevel(from, to) }];
  });
}

/** Where along a line its grip is put: the first of these that the label does not cover. */
const bendSpots = [0.5, 0.25, 0.75, 0.15, 0.85, 0.1, 0.9] as const;

const clearOf = (label: Rect | null, spots: readonly (Point | null)[]): Point | null =>
  spots.find((spot): spot is Point => spot !== null && (label === null || !holdsPoint(label, spot[0], spot[1]))) ?? null;

const between = ([fromX, fromY]: Point, [toX, toY]: Point, share: number): Point => [
  fromX + (toX - fromX) * share,
  fromY + (toY - fromY) * share,
];

const rectOf = ({ x, y, width, height }: Rect): Rect => ({ x, y, width, height });

const cursors = ['ns-resize', 'nesw-resize', 'ew-resize', 'nwse-resize'] as const;

/** The cursor over a grip. */
export function cursorOf(grip: Grip): string {
  if (grip.kind === 'turn' || grip.kind === 'label') return 'grab';
  if (grip.kind === 'dot') return 'crosshair';
  if (grip.kind === 'part') return grip.isLevel ? 'ns-resize' : 'ew-resize';
  if (grip.kind !== 'size') return 'move';
  const { across, down } = grip.handle;
  const angle = (Math.atan2(across, -down) * 180) / Math.PI + grip.turnDeg;
  return cursors[((Math.round(angle / 45) % 4) + 4) % 4] ?? 'move';
}
