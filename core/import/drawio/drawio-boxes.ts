/** drawio-boxes: what a cell becomes as a box: its fields and its place where draw.io draws it in another way. */
import { textAligns, verticalAligns } from '#schema/style-fields.ts';
import type { ShapeKind } from '#schema/shape-kinds.ts';
import type { Rect } from '#schema/tab.ts';

import { capLabel } from '../../fields/label-cap.ts';
import { fitSize } from '../../text/fit-size.ts';
import { titleHeight } from '../../text/label-box.ts';
import { labelRoom } from '../../text/label-lines.ts';
import { centreX } from '../../tab/rect.ts';
import type { DiagramNode, Losses, NodeFields, Spot } from '../diagram.ts';
import { isLink } from '../web-link.ts';
import type { DrawioCell } from './drawio-cells.ts';
import { hundredths } from './drawio-edges.ts';
import { type DrawioLooks, numberIn } from './drawio-style.ts';

/** Links within draw.io lead to its own pages. */
export function linkIn({ link }: DrawioCell, id: string, losses: Losses): Pick<NodeFields, 'link'> {
  if (link === null || link === '') return {};
  if (isLink(link)) return { link };
  losses.tally(id, 'a link', 'it is no address of the web');
  return {};
}

/** Hundredths of a pixel, so that a place is the same when it is read again. */
export const onGrid = ({ x, y, width, height }: Rect): Rect => ({ x: hundredths(x), y: hundredths(y), width: hundredths(width), height: hundredths(height) }); // prettier-ignore

export type NodeParts = {
  readonly label?: string;
  readonly kind: DiagramNode['kind'];
  readonly fields: NodeFields;
  readonly spot: Spot;
};

/** A label that draw.io lets stand out of its box is as large as the box allows. */
export function fitting(looks: DrawioLooks, shape: ShapeKind, label: string, rect: Rect): DrawioLooks {
  if (label === '' || looks.text === 'scale') return looks;
  const room = labelRoom({ ...rect, type: 'shape', shape, label: capLabel(label, undefined)?.label ?? label, ...looks });
  return overflows(room) ? { ...looks, text: 'scale' } : looks;
}

export const overflows = ({ need, hold }: ReturnType<typeof labelRoom>): boolean => need > hold;

/** The markers of states are as black as the text. */
export function markerFields({ fill, stroke, ...looks }: DrawioLooks): DrawioLooks {
  return { ...looks, ...(fill !== '#000000' && fill !== undefined && { fill }), ...(stroke !== '#000000' && stroke !== undefined && { stroke }) }; // prettier-ignore
}

/** A participant, with its line below. */
export function lifelineOf(cell: DrawioCell, looks: DrawioLooks, { rect, rank }: Spot): NodeParts {
  const head = headHeight(cell);
  const isActor = cell.style.get('participant') === 'umlActor';
  return {
    kind: isActor ? 'actor' : 'square',
    fields: { ...looks, lifeline: { length: Math.max(0, rect.height - head) } },
    spot: { rect: { ...rect, height: head }, rank },
  };
}

export const headHeight = ({ style, rect }: DrawioCell): number =>
  Math.max(1, Math.min(numberIn(style, 'size') ?? 40, rect.height));

/** Titles are 32 high here. A title that is lower in the source, above members, takes the room above. */
export function withTitle(rect: Rect, { style, children }: DrawioCell): Rect {
  const start = numberIn(style, 'startSize') ?? 23;
  const isLow = style.has('swimlane') && style.get('horizontal') !== '0' && start < titleHeight && children.length > 0;
  return isLow ? { ...rect, y: rect.y - (titleHeight - start), height: rect.height + titleHeight - start } : rect;
}

/** An icon whose label is outside of it has the color of its line: the label is on the background. */
export function iconFields(looks: DrawioLooks, { style, label }: DrawioCell): DrawioLooks {
  const { fill, stroke, ...rest } = looks;
  if (label === '' || !isLabelOutside(style)) return looks;
  const color = stroke === undefined || stroke === 'none' || stroke === '#ffffff' ? fill : stroke;
  return { ...rest, ...(color !== undefined && color !== 'none' && { stroke: color }) };
}

/** Around the icon and the label below, above or beside it. */
export function iconRect(rect: Rect, label: string, { style }: DrawioCell, { text, font }: DrawioLooks): Rect {
  if (label === '' || !isLabelOutside(style)) return rect;
  const { width } = fitSize('text', 'text', label, text, font);
  const needed = Math.min(width + 16, Math.max(160, rect.width));
  const wide = Math.max(rect.width, needed);
  return { ...rect, x: centreX(rect) - wide / 2, width: wide, height: Math.max(rect.height, 32) };
}

/** Where the label is in its box, if not in the middle. */
export function alignmentIn({ style }: DrawioCell): Pick<NodeFields, 'textAlign' | 'verticalAlign'> {
  if (isLabelOutside(style)) return {};
  const across = textAligns.find((one) => one !== 'center' && one === style.get('align'));
  const down = verticalAligns.find((one) => one !== 'middle' && one === style.get('verticalAlign'));
  return { ...(across !== undefined && { textAlign: across }), ...(down !== undefined && { verticalAlign: down }) };
}

/** Kinds of boxes whose label has one place. */
export const unaligned: ReadonlySet<string> = new Set([
  'image',
  'link-card',
  'table',
  'stroke',
  'class',
  'entity',
  'start',
  'end',
]);

const isLabelOutside = (style: DrawioCell['style']): boolean =>
  ['verticalLabelPosition', 'labelPosition'].some((name) => /^(?:top|bottom|left|right)$/.test(style.get(name) ?? ''));
