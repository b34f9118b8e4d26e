/** drawio-edges: the edges of a page as arrows, with their course and their labels. */
import type { Point, Side } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import type { Rect } from '#schema/tab.ts';

import { bottom, centreY, right } from '../../tab/rect.ts';
import type { CourseEnd, DiagramEdge, EdgeFields, Losses } from '../diagram.ts';
import { isLink } from '../web-link.ts';
import { type DrawioCell, originOf } from './drawio-cells.ts';
import { headsIn } from './drawio-heads.ts';
import { shapeName } from './drawio-shapes.ts';
import { borderOf, colorIn, type DrawioStyle, isOn, looksOf, numberIn } from './drawio-style.ts';

/** Where an arrow that leads to a cell is attached, at a share of its height; null if nothing of the cell is drawn. */
export type AnchorOf = (cell: DrawioCell, share: number | null) => { readonly id: string; readonly end: CourseEnd } | null;

export type EdgeContext = {
  readonly byId: ReadonlyMap<string, DrawioCell>;
  readonly anchorOf: AnchorOf;
  readonly losses: Losses;
  /** The id of a cell in the source, among all pages. */
  readonly name: (id: string) => string;
  readonly shift: Point;
};

export const hundredths = (value: number): number => Math.round(value * 100) / 100;

/** Null if an end leads nowhere. */
export function edgeOf(cell: DrawioCell, context: EdgeContext): DiagramEdge | null {
  const { losses, name, shift } = context;
  const id = name(cell.id);
  const origin = originOf(cell);
  const shifted = ([x, y]: Point): Point => [hundredths(x + origin.x + shift[0]), hundredths(y + origin.y + shift[1])];
  const points = cell.points.slice(0, limits.wayPoints).map(shifted);
  const from = endOf('exit', points[0], cell, context);
  const to = endOf('entry', points.at(-1), cell, context);
  if (from === null || to === null) {
    losses.drop(id, 'an arrow', 'one of its ends is nowhere');
    return null;
  }
  if (cell.points.length > points.length) losses.drop(id, 'some of its points', `an arrow has at most ${limits.wayPoints}`);
  return { id, from: from.id, to: to.id, course: { points, from: from.end, to: to.end }, ...labelIn(cell, context) };
}

function labelIn(cell: DrawioCell, { losses, name }: EdgeContext): Pick<DiagramEdge, 'label' | 'fields'> {
  const id = name(cell.id);
  const labels = cell.children.filter(({ kind, label }) => kind === 'vertex' && label !== '');
  const along = [{ label: cell.label, at: cell.geometry.x }, ...labels.map(({ label, geometry }) => ({ label, at: geometry.x }))]
    .filter(({ label }) => label !== '').toSorted((a, b) => a.at - b.at); // prettier-ignore
  for (const child of cell.children)
    if (child.kind === 'vertex' && (shapeName(child.style) !== null || child.style.has('image')))
      losses.tally(name(child.id), 'a shape on an arrow', 'arrows have labels only');
  if (along.length > 1) losses.coerce(id, `${along.length} labels`, 'one');
  const place = along.length === 1 ? (along[0]?.at ?? 0) : 0;
  const labelAt = Math.round((place + 1) * 5_000) / 10_000;
  return {
    label: along.map(({ label }) => label).join(' '),
    fields: { ...fieldsOf(cell, id, losses), ...(Math.abs(place) <= 1 && labelAt !== 0.5 && { labelAt }) },
  };
}

function fieldsOf({ style, link, note }: DrawioCell, id: string, losses: Losses): EdgeFields {
  const { opacity, text, strokeWidth, bold, italic, strike } = looksOf(style, id, losses);
  const [stroke, textColor] = [colorIn(style, 'strokeColor'), colorIn(style, 'fontColor')];
  return {
    line: lineOf(style),
    ...headsIn(style, id, losses),
    ...(stroke === 'none' ? { border: 'none' as const } : borderOf(style)),
    ...(stroke !== null && stroke !== 'none' && { stroke }),
    ...(textColor !== null && textColor !== 'none' && { textColor }),
    ...(strokeWidth !== undefined && { strokeWidth }),
    ...(opacity !== undefined && { opacity }),
    ...(text !== 'sm' && { text }),
    ...(bold === true && { bold }),
    ...(italic === true && { italic }),
    ...(strike === true && { strike }),
    ...(link !== null && isLink(link) && { link }),
    ...(note !== null && { note }),
  };
}

const angledStyles: ReadonlySet<string> = new Set(['orthogonalEdgeStyle', 'elbowEdgeStyle', 'entityRelationEdgeStyle', 'segmentEdgeStyle', 'sideToSideEdgeStyle', 'topToBottomEdgeStyle']); // prettier-ignore

function lineOf(style: DrawioStyle): NonNullable<EdgeFields['line']> {
  if (isOn(style, 'curved')) return 'curved';
  return angledStyles.has(style.get('edgeStyle') ?? '') ? 'angled' : 'straight';
}

/** `hint`: the way-point next to the end. */
function endOf(
  side: 'exit' | 'entry',
  hint: Point | undefined,
  cell: DrawioCell,
  { byId, anchorOf, shift }: EdgeContext,
): { readonly id: string; readonly end: CourseEnd } | null {
  const [terminal, point] = side === 'exit' ? [cell.source, cell.sourcePoint] : [cell.target, cell.targetPoint];
  const attached = byId.get(terminal ?? '');
  const anchor =
    attached === undefined || attached === cell
      ? null
      : anchorOf(attached, numberIn(cell.style, `${side}Y`) ?? shareOf(attached.rect, point));
  if (anchor !== null && attached !== undefined) {
    if ('x' in anchor.end || 'level' in anchor.end) return anchor;
    const named = sideOf(cell.style, side);
    const isHinted = !('side' in named) && hint !== undefined && lineOf(cell.style) === 'angled';
    const rect = { ...attached.rect, x: attached.rect.x + shift[0], y: attached.rect.y + shift[1] };
    return { ...anchor, end: { ...anchor.end, ...(isHinted ? sideTowards(rect, hint) : named) } };
  }
  if (point === null) return null;
  const origin = originOf(cell);
  return { id: '', end: { x: hundredths(point[0] + origin.x + shift[0]), y: hundredths(point[1] + origin.y + shift[1]) } };
}

const shareOf = (rect: Rect, point: Point | null): number | null =>
  point === null || rect.height === 0 ? null : (point[1] - rect.y) / rect.height;

/** As draw.io: across if the way-point is beside the box, up or down otherwise. */
function sideTowards(rect: Rect, [x, y]: Point): CourseEnd {
  const isBeside = y >= rect.y && y <= bottom(rect) && (x < rect.x || x > right(rect));
  if (isBeside) return sideAt(x < rect.x ? 0 : 1, (y - rect.y) / Math.max(1, rect.height));
  const isAlong = x >= rect.x && x <= right(rect);
  return sideAt(isAlong ? (x - rect.x) / Math.max(1, rect.width) : 0.5, y < centreY(rect) ? 0 : 1);
}

/** A point of the outline, such as exitX=1 and exitY=0.5. */
function sideOf(style: DrawioStyle, side: 'exit' | 'entry'): CourseEnd {
  const [x, y] = [numberIn(style, `${side}X`), numberIn(style, `${side}Y`)];
  return x === null || y === null || x < 0 || x > 1 || y < 0 || y > 1 ? {} : sideAt(x, y);
}

function sideAt(x: number, y: number): CourseEnd {
  const nearest = ([['left', x, y], ['right', 1 - x, y], ['top', y, x], ['bottom', 1 - y, x]] as const)
    .reduce<readonly [Side, number, number]>((best, one) => (one[1] < best[1] ? one : best), ['left', 2, 0]); // prettier-ignore
  return nearest[1] > 0.1 ? {} : { side: nearest[0], offset: Math.round(nearest[2] * 1e4) / 1e4 };
}
