/** arrow-cell: the edge of draw.io for an arrow. */
import { type Arrow, type ArrowEnd, isBox, isPinned, type PinnedEnd } from '#schema/element.ts';

import { endHeadsOf } from '../../arrows/end-heads.ts';
import { isAcross } from '../../arrows/sides.ts';
import { drawioHeads } from '../../import/drawio/drawio-heads.ts';
import { fontStyleOf } from '../../import/drawio/drawio-style.ts';
import { fixedSize, fontSizes, knownTextSize } from '../../text/sizes.ts';
import type { TabView } from '../../tab/view.ts';
import { hexColors } from '../exported-colors.ts';
import type { ExportedElements } from '../exported-elements.ts';
import { cell, type DrawioPlace, groupStyle } from './box-cells.ts';
import { styleNumber, styleText, tag } from './drawio-markup.ts';
import type { ExportOptions } from './write-drawio.ts';

const lines = { angled: 'edgeStyle=orthogonalEdgeStyle;rounded=1', curved: 'curved=1', straight: 'edgeStyle=none' } as const;

export function arrowCell(
  arrow: Arrow,
  at: DrawioPlace,
  exported: ExportedElements,
  tab: TabView,
  options: ExportOptions,
): string | null {
  const { from, to, points = [], labelAt } = arrow;
  if ([from, to].some((end) => isPinned(end) && !exported.has(end.element))) {
    exported.drop(arrow, 'an end is attached to what is left out');
    return null;
  }
  if ([from, to].some((end) => isPinned(end) && end.row !== undefined)) exported.drop(arrow, 'the row that it leads to');
  const { stroke, text } = hexColors(arrow, options.theme);
  const size = knownTextSize(arrow);
  const [[start, startFill], [end, endFill]] = endHeadsOf(arrow.heads).map((head) => drawioHeads[head]) as [
    (typeof drawioHeads)['arrow'],
    (typeof drawioHeads)['arrow'],
  ];
  const style = styleText([
    lines[arrow.line ?? 'straight'],
    ...endStyle(from, 'exit', tab),
    ...endStyle(to, 'entry', tab),
    `startArrow=${start};startFill=${startFill};endArrow=${end};endFill=${endFill}`,
    stroke !== null && `strokeColor=${stroke}`,
    text !== null && text !== 'none' && `fontColor=${text}`,
    arrow.strokeWidth !== undefined && `strokeWidth=${styleNumber(arrow.strokeWidth)}`,
    options.theme.isHandDrawn === true && 'sketch=1',
    arrow.border === 'dashed' && 'dashed=1',
    arrow.border === 'dotted' && 'dashed=1;dashPattern=1 3',
    `fontSize=${size === 'scale' ? fontSizes.sm : fixedSize(size)}`,
    fontStyleOf(arrow) > 0 && `fontStyle=${fontStyleOf(arrow)}`,
    arrow.opacity !== undefined && arrow.opacity < 1 && `opacity=${styleNumber(arrow.opacity * 100)}`,
    groupStyle(at),
  ]);
  const ends = [pointOf(from, 'sourcePoint', at), pointOf(to, 'targetPoint', at)].join('');
  const way =
    points.length === 0
      ? ''
      : tag('Array', { as: 'points' }, points.map(([x, y]) => tag('mxPoint', { x: x - at.x, y: y - at.y })).join(''));
  const x = labelAt === undefined ? null : 2 * labelAt - 1;
  const geometry = tag('mxGeometry', { x, relative: '1', as: 'geometry' }, ends + way);
  return cell(arrow, { style, parent: at.parent, edge: '1', source: idOf(from), target: idOf(to) }, geometry);
}

const idOf = (end: ArrowEnd): string | null => (isPinned(end) ? end.element : null);
const pointOf = (end: ArrowEnd, as: string, at: DrawioPlace): string =>
  isPinned(end) ? '' : tag('mxPoint', { x: end.x - at.x, y: end.y - at.y, as });

function endStyle(end: ArrowEnd, name: 'exit' | 'entry', tab: TabView): (string | null)[] {
  if (!isPinned(end)) return [null];
  const at = outlinePoint(end, tab);
  return [
    at === null
      ? null
      : `${name}X=${styleNumber(at[0])};${name}Y=${styleNumber(at[1])};${name}Dx=0;${name}Dy=0;${name}Perimeter=0`,
  ];
}

/** In shares of the box, with its lifeline; null for any place. */
function outlinePoint({ element, side, offset = 0.5, level }: PinnedEnd, tab: TabView): readonly [number, number] | null {
  if (level !== undefined) {
    const box = tab.get(element);
    if (box === undefined || !isBox(box)) return null;
    return [0.5, (box.height + level) / (box.height + (box.lifeline?.length ?? 0))];
  }
  if (side === undefined) return null;
  const edge = side === 'left' || side === 'top' ? 0 : 1;
  return isAcross(side) ? [edge, offset] : [offset, edge];
}
