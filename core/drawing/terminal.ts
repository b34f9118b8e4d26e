/** Where the path of an angled arrow may begin or end: the sides of a box and the ports along each, or a point. */
import { type Box, type Point, type Side, sides } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { anchorOf, isFlatAt } from '../arrows/anchor.ts';
import { drawnRect } from '../arrows/drawn-rect.ts';
import { isAcross } from '../arrows/sides.ts';
import { bottom, centreX, centreY, right } from '../tab/rect.ts';

/** Where a line may be attached along a side, as coordinates of the canvas. */
export type PortRange = {
  readonly low: number;
  readonly high: number;
  readonly desired: number;
  /** Pixels beyond `low` and `high` that may be used where lines would share a port otherwise. */
  readonly spare: number;
};

export type TerminalSide = { readonly side: Side; readonly cost: number; readonly range: PortRange };

export type Terminal = {
  readonly rect: Rect;
  /** Null: a point. */
  readonly box: Box | null;
  readonly sides: readonly TerminalSide[];
  /** The path leaves towards the inside: the terminal holds the other end. */
  readonly isInward: boolean;
};

/** Ports keep this distance from the corners of a side that is long enough. */
const cornerInset = 8;
/** The distance of crowded ports from the corners: a share of half the side, within bounds. */
const crowdedInset = { share: 1 / 8, least: 2 };
/** The share of half a side that ports may use, and where its outline is not flat. */
const flatShare = 0.8;
const slantedShare = 0.4;
const flatSteps = 10;

/** The terminal of a box; `costs` has a cost for each side that may be used. `offset`: the only port, in pixels from the middle. */
export function boxTerminal(
  box: Box,
  costs: Partial<Record<Side, number>>,
  isInward: boolean,
  offset: number | null = null,
): Terminal {
  const rect = drawnRect(box);
  const allowed = sides.flatMap((side): TerminalSide[] => {
    const cost = costs[side];
    return cost === undefined ? [] : [{ side, cost, range: offset === null ? knownRange(box, side) : portAt(box, side, offset) }];
  });
  return { rect, box, sides: allowed, isInward };
}

/** The terminal of a free end, which may be left in any direction; the preferred one comes first. */
export function pointTerminal([x, y]: Point, preferred: Side): Terminal {
  const at = (value: number): PortRange => ({ low: value, high: value, desired: value, spare: 0 });
  return {
    rect: { x, y, width: 0, height: 0 },
    box: null,
    sides: [preferred, ...sides.filter((side) => side !== preferred)].map((side) => ({
      side,
      cost: 0,
      range: at(isAcross(side) ? y : x),
    })),
    isInward: false,
  };
}

/** The line that a side is on: its x coordinate for the left and right sides, its y coordinate for the others. */
export function sideLine(rect: Rect, side: Side): number {
  if (isAcross(side)) return side === 'left' ? rect.x : right(rect);
  return side === 'top' ? rect.y : bottom(rect);
}

/** Ranges of ports by box: elements are never changed. */
const ranges = new WeakMap<Box, Partial<Record<Side, PortRange>>>();

function knownRange(box: Box, side: Side): PortRange {
  let known = ranges.get(box);
  if (known === undefined) ranges.set(box, (known = {}));
  return (known[side] ??= rangeOf(box, side));
}

function portAt(box: Box, side: Side, offset: number): PortRange {
  const at = (isAcross(side) ? centreY(box) : centreX(box)) + offset;
  return { low: at, high: at, desired: at, spare: 0 };
}

function rangeOf(box: Box, side: Side): PortRange {
  const across = isAcross(side);
  const desired = across ? centreY(box) : centreX(box);
  if ((box.rotation ?? 0) % 360 !== 0) return { low: desired, high: desired, desired, spare: 0 };
  const reach = (across ? box.height : box.width) / 2;
  const most = Math.min(flatShare * reach, reach - Math.min(cornerInset, reach / 2));
  let [low, high] = [0, 0];
  while (low < flatSteps && isFlatAt(box, side, (-most * (low + 1)) / flatSteps)) low += 1;
  while (high < flatSteps && isFlatAt(box, side, (most * (high + 1)) / flatSteps)) high += 1;
  const [before, after] = [(most * low) / flatSteps, (most * high) / flatSteps];
  const inset = Math.min(cornerInset, Math.max(crowdedInset.least, crowdedInset.share * reach));
  const crowded = Math.max(flatShare * reach, reach - inset);
  const isFlat = isFlatAt(box, side, -crowded) && isFlatAt(box, side, crowded);
  const spare = Math.max(0, (isFlat ? crowded : slantedShare * reach) - Math.min(before, after));
  return { low: desired - before, high: desired + after, desired, spare };
}

/** The point of the outline at which a line along `at` meets the side of a terminal. */
export function endOn({ box, rect }: Terminal, side: Side, at: number): Point {
  if (box !== null) return anchorOf(box, side, at - (isAcross(side) ? centreY(box) : centreX(box)), 1);
  return isAcross(side) ? [sideLine(rect, side), at] : [at, sideLine(rect, side)];
}
