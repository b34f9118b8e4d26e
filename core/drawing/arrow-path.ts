/** The path of one angled arrow, from the boxes around it alone: the input of the stages that set paths apart. */
import { type Arrow, type Box, isContainer, isPinned, type Point, type Side, sides } from '#schema/element.ts';
import type { Rect, Size } from '#schema/tab.ts';

import { bundledSides } from '../arrows/bundling.ts';
import { endsOf, type RouteEnds } from '../arrows/ends.ts';
import { facingSidesToBend } from '../arrows/facing-sides.ts';
import { labelSize } from '../arrows/label-size.ts';
import { parallelPlaceOf } from '../arrows/parallel-offset.ts';
import { routeAt } from '../arrows/route.ts';
import { isAcross } from '../arrows/sides.ts';
import { holds, holdsPoint, sameRect } from '../tab/rect.ts';
import { jsonEqual } from '#schema/json-equal.ts';
import type { TabView } from '../tab/view.ts';
import { boxTerminal, endOn, pointTerminal, type PortRange, type Terminal } from './terminal.ts';
import { type PathObstacles, searchPath } from './search-path.ts';
import { trunkSideOf } from './trunk.ts';

export type PathGround = Pick<TabView, 'get' | 'arrowsAt'> & PathObstacles;

/** Where a path is attached: a line may slide along the range of a side. */
export type PathEnd = { readonly terminal: Terminal; readonly side: Side; readonly range: PortRange };

export type ArrowPath = {
  readonly id: string;
  readonly points: readonly Point[];
  /** Both null: the path is not moved. */
  readonly start: PathEnd | null;
  readonly finish: PathEnd | null;
  /** The arrow alone decides where the path is: other paths keep off it. */
  readonly isFixed?: true;
  /** The box of a loop. */
  readonly loopAt?: string;
  /** Arrows that begin at one box and carry the same name share their first two parts. */
  readonly trunk: string | null;
  /** The size of the label, if it is between two others: their lines leave it room [RT16]. */
  readonly room: Size | null;
  /** Boxes outside of these areas have no bearing on the path, except for those at its ends. */
  readonly areas: readonly Rect[];
};

/** Costs of the sides that face the other end along the other axis, less than a bend [RT18], and of those that face away. */
const secondSideCost = 40;
const awayCost = 200;
/** Lines at boxes with more arrows than this are not set apart. */
const hubMin = 64;

/** What the path of an arrow is searched by, apart from the boxes around it. */
export type ArrowRequest = {
  readonly id: string;
  readonly ends: RouteEnds;
  readonly from: Terminal;
  readonly to: Terminal;
  /** The box and the side where the arrow leaves on a trunk. */
  readonly trunk: { readonly name: string; readonly side: Side } | null;
  readonly isAtHub: boolean;
  readonly room: Size | null;
};

/** Null: the path is a matter of the arrow and its ends alone. */
export function requestOf(arrow: Arrow, ground: PathGround): ArrowRequest | null {
  const ends = endsOf(arrow, ground);
  const { from: start, to: finish } = ends;
  if (isLoop(arrow) || (arrow.points ?? []).length > 0 || start.kind === 'dangling' || finish.kind === 'dangling') return null;
  const side = trunkSideOf(arrow, ground);
  const trunk = side !== null && isPinned(arrow.from) ? { name: `${arrow.from.element} ${side}`, side } : null;
  const [from, to] = terminalsOf(arrow, start, finish, ground, trunk !== null);
  const isAtHub = [arrow.from, arrow.to].some((end) => isHub(end, ground));
  return { id: arrow.id, ends, from, to, trunk, isAtHub, room: isAtHub ? null : roomFor(arrow, ground) };
}

/** Labels of two arrows between two boxes are on either side of them. Those of more need room between the lines. */
function roomFor(arrow: Arrow, ground: PathGround): Size | null {
  if ((arrow.label ?? '') === '' || parallelPlaceOf(arrow, ground).count < 3) return null;
  return labelSize(arrow);
}

const isLoop = ({ from, to }: Arrow): boolean => isPinned(from) && isPinned(to) && from.element === to.element;

/** The path of an arrow that is not searched. */
export function plainPath(arrow: Arrow, ground: PathGround): ArrowPath {
  const { points, region } = routeAt(arrow, parallelPlaceOf(arrow, ground), {
    get: (id) => ground.get(id),
    arrowsAt: (id) => ground.arrowsAt(id),
    boxesIn: (rect) => ground.wallsIn(rect, Infinity),
    angledRoute: () => [],
  });
  const areas = region === null ? [] : [region];
  const loopAt = isLoop(arrow) && isPinned(arrow.from) ? { loopAt: arrow.from.element } : {};
  return { id: arrow.id, points, start: null, finish: null, trunk: null, room: null, isFixed: true, ...loopAt, areas };
}

/** `others` are paths of other arrows that cost where they are crossed; what is `taken` is never crossed. */
export function pathOf(
  request: ArrowRequest,
  ground: PathGround,
  others: readonly (readonly Point[])[] = [],
  taken: readonly Rect[] = [],
): ArrowPath {
  const { id, ends, from, to, trunk, isAtHub, room } = request;
  const { path, areas, isCrowded } = searchPath({ from, to, others, walls: taken }, ends, ground);
  const [start, finish] = [endAt(from, path.out), endAt(to, path.into)];
  if (isCrowded || isAtHub)
    return { id, points: onOutlines(path.points, start, finish), start: null, finish: null, trunk: null, room, areas };
  return { id, points: path.points, start, finish, trunk: trunk?.side === path.out ? trunk.name : null, room, areas };
}

/** Whether two requests of an arrow find the same path among the same boxes. */
export function sameRequest(a: ArrowRequest, b: ArrowRequest): boolean {
  return (
    a.isAtHub === b.isAtHub &&
    sameSize(a.room, b.room) &&
    a.trunk?.name === b.trunk?.name &&
    sameTerminal(a.from, b.from) &&
    sameTerminal(a.to, b.to)
  );
}

/** Whether the box at the end has too many arrows for their ports to be told apart. */
function isHub(end: Arrow['from'], ground: PathGround): boolean {
  if (!isPinned(end)) return false;
  let count = 0;
  for (const _ of ground.arrowsAt(end.element)) if ((count += 1) > hubMin) return true;
  return false;
}

/** The line with its ends on the outlines of the boxes. */
export function onOutlines(points: readonly Point[], start: PathEnd | null, finish: PathEnd | null): Point[] {
  const line = points.map(([x, y]): Point => [x, y]);
  for (const [index, end] of [
    [0, start],
    [line.length - 1, finish],
  ] as const) {
    const point = line[index];
    if (end !== null && point !== undefined) line[index] = endOn(end.terminal, end.side, point[isAcross(end.side) ? 1 : 0]);
  }
  return line;
}

function endAt(terminal: Terminal, side: Side): PathEnd | null {
  const range = terminal.sides.find((one) => one.side === side)?.range;
  return range === undefined ? null : { terminal, side, range };
}

type ResolvedEnd = Exclude<RouteEnds['from'], { kind: 'dangling' }>;

function terminalsOf(
  arrow: Arrow,
  start: ResolvedEnd,
  finish: ResolvedEnd,
  ground: PathGround,
  hasTrunk: boolean,
): [Terminal, Terminal] {
  const facing =
    start.kind === 'box' && finish.kind === 'box'
      ? bundledSides(arrow, start, finish, ground)
      : facingSidesToBend(rectOf(start), rectOf(finish));
  const first = terminalOf(start, finish, facing[0]);
  return [hasTrunk ? fromTheMiddle(first) : first, terminalOf(finish, start, facing[1])];
}

function terminalOf(end: ResolvedEnd, other: ResolvedEnd, preferred: Side): Terminal {
  if (end.kind === 'point') return pointTerminal(end.point, preferred);
  const { box, side: fixed, offset } = end;
  const isInward = holdsEnd(box, other);
  const otherRect = rectOf(other);
  const costs: Partial<Record<Side, number>> = {};
  for (const side of fixed === undefined ? sides : [fixed])
    costs[side] = isInward || side === preferred ? 0 : looksAt(box, side, otherRect) ? secondSideCost : awayCost;
  return boxTerminal(box, costs, isInward, offset);
}

/** Whether the end lies on the box, so that its arrow runs inside of it. */
function holdsEnd(box: Box, end: ResolvedEnd): boolean {
  if (end.kind === 'point') return holdsPoint(box, end.point[0], end.point[1]);
  if (end.box.id === box.id) return false;
  return (
    holds(box, end.box) || (isContainer(box) && holdsPoint(box, end.box.x + end.box.width / 2, end.box.y + end.box.height / 2))
  );
}

/** Whether the other rectangle is beyond the side. */
function looksAt(rect: Rect, side: Side, other: Rect): boolean {
  if (side === 'left') return other.x + other.width <= rect.x;
  if (side === 'right') return other.x >= rect.x + rect.width;
  return side === 'top' ? other.y + other.height <= rect.y : other.y >= rect.y + rect.height;
}

const rectOf = (end: ResolvedEnd): Rect =>
  end.kind === 'box' ? end.box : { x: end.point[0], y: end.point[1], width: 0, height: 0 };

/** Off the middle only to make room for others. */
const fromTheMiddle = (terminal: Terminal): Terminal => ({
  ...terminal,
  sides: terminal.sides.map(({ range, ...side }) => {
    const { low, high, desired, spare } = range;
    return { ...side, range: { ...range, low: desired, high: desired, spare: spare + Math.min(desired - low, high - desired) } };
  }),
});

/** Whether both are at one tip of an outline, which has room for one port. */
export const isCommonTip = (a: PathEnd | null, b: PathEnd | null): boolean =>
  a !== null &&
  a.range.low === a.range.high &&
  a.range.low === b?.range.low &&
  a.side === b.side &&
  a.terminal.box !== null &&
  a.terminal.box === b.terminal.box;

/** Whether two paths of an arrow are the same for all that is done with them. */
export function samePath(a: ArrowPath, b: ArrowPath): boolean {
  return a === b || (a.trunk === b.trunk && sameSize(a.room, b.room) && sameLine(a.points, b.points) && sameEnd(a.start, b.start) && sameEnd(a.finish, b.finish) && jsonEqual(a.areas, b.areas)); // prettier-ignore
}

const sameSize = (a: Size | null, b: Size | null): boolean => a?.width === b?.width && a?.height === b?.height;

export const sameLine = (a: readonly Point[], b: readonly Point[]): boolean =>
  a.length === b.length && a.every(([x, y], index) => x === b[index]?.[0] && y === b[index]?.[1]);

function sameEnd(a: PathEnd | null, b: PathEnd | null): boolean {
  if (a === null || b === null) return a === b;
  return a.side === b.side && sameTerminal(a.terminal, b.terminal);
}

function sameTerminal(a: Terminal, b: Terminal): boolean {
  if (a === b) return true;
  return (
    a.box === b.box &&
    a.isInward === b.isInward &&
    sameRect(a.rect, b.rect) &&
    a.sides.length === b.sides.length &&
    a.sides.every(({ side, cost, range }, index) => {
      const match = b.sides[index];
      return match?.side === side && match.cost === cost && match.range.low === range.low && match.range.high === range.high;
    })
  );
}
