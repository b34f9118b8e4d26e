/** box-cells: the cells of draw.io that draw a box: one, or one with a cell for each of its rows. */
import type { Box, Shape, Table } from '#schema/element.ts';

import { groupKey } from '../../import/drawio/cell-group.ts';
import { drawioStyles, kindKey, styleTextOf } from '../../import/drawio/drawio-shapes.ts';
import { fontStyleOf, scaleKey } from '../../import/drawio/drawio-style.ts';
import { headOf, isRecord } from '../../text/compartments.ts';
import { titleHeight } from '../../text/label-box.ts';
import { takesAlignment } from '../../text/label-alignment.ts';
import { labelLines } from '../../text/label-lines.ts';
import { lettered } from '../../text/tab-font.ts';
import { fixedSize, fontSizes, knownTextSize, lineHeight } from '../../text/sizes.ts';
import { hexColors } from '../exported-colors.ts';
import type { ExportedElements } from '../exported-elements.ts';
import { fullLabel } from '../full-label.ts';
import { styleNumber, styleText, tag } from './drawio-markup.ts';
import type { ExportOptions } from './write-drawio.ts';

/** Its parent, and its place in there. For an arrow, the place where the coordinates of the parent begin. */
export type DrawioPlace = {
  readonly parent: string;
  readonly x: number;
  readonly y: number;
  /** What the style says of the group; null for nothing. */
  readonly group: string | null;
};

export const groupStyle = ({ group }: DrawioPlace): string | null => (group === null ? null : `${groupKey}=${group}`);

export function boxCells(box: Box, at: DrawioPlace, exported: ExportedElements, options: ExportOptions): string[] {
  const kind = kindStyle(box, exported, options);
  if (kind === null) {
    exported.drop(box, 'draw.io has nothing like it');
    return [];
  }
  const height = box.height + (box.lifeline?.length ?? 0);
  if (box.lifeline?.bars !== undefined && box.lifeline.bars.length > 0) exported.drop(box, 'its bars are left out');
  const style = styleText([kind, ...looks(box, options), 'whiteSpace=wrap', groupStyle(at)]);
  const geometry = tag('mxGeometry', { x: at.x, y: at.y, width: box.width, height, as: 'geometry' });
  return [cell(box, { style, parent: at.parent, vertex: '1' }, geometry), ...rowsOf(box, options)];
}

/** A note or a link needs an object around the cell. */
export function cell(
  { id, note, link, ...element }: Pick<Box, 'id' | 'label' | 'note' | 'link'>,
  attributes: Readonly<Record<string, string | null>>,
  geometry: string,
): string {
  const label = fullLabel({ ...element, ...(note !== undefined && { note }) });
  const tooltip = label === (element.label ?? '') ? note : undefined;
  if (tooltip === undefined && link === undefined) return tag('mxCell', { id, value: label, ...attributes }, geometry);
  return tag('UserObject', { label, tooltip, link, id }, tag('mxCell', attributes, geometry));
}

function kindStyle(box: Box, exported: ExportedElements, { image }: ExportOptions): string | null {
  switch (box.type) {
    case 'frame':
      return `swimlane;startSize=${titleHeight};container=1;collapsible=0;align=left;spacingLeft=8;swimlaneFillColor=none${isBare(box) ? `;${kindKey}=frame` : ''}`;
    case 'lane':
      return `swimlane;startSize=${titleHeight};container=1;collapsible=0;align=left;spacingLeft=8;${kindKey}=lane`;
    case 'text':
      return `text;align=${box.textAlign ?? 'left'};verticalAlign=${box.verticalAlign ?? 'top'};spacing=0`;
    case 'sticky':
      return 'shape=note;size=14';
    case 'table':
      return `shape=table;startSize=${(box.label ?? '') === '' ? 0 : titleHeight};container=1;collapsible=0;childLayout=tableLayout`;
    case 'shape':
      return shapeStyle(box, exported);
    case 'image': {
      const data = image(box.imageId);
      if (data === null) return null;
      if (box.crop !== undefined) exported.drop(box, 'its crop: the whole image is shown');
      return `shape=image;imageAspect=${box.crop === undefined ? 0 : 1};image=${data.replace(';base64,', ',')};verticalLabelPosition=bottom;verticalAlign=top`;
    }
    case 'link-card':
    case 'annotation':
      exported.drop(box, 'it became a box');
      return drawioStyles.rounded;
    case 'video':
    case 'stroke':
      return null;
  } // prettier-ignore
}

function shapeStyle(box: Shape, exported: ExportedElements): string | null {
  const { shape } = box;
  if (box.lifeline !== undefined)
    return `shape=umlLifeline;perimeter=lifelinePerimeter;container=0;size=${styleNumber(box.height)}${shape === 'actor' ? ';participant=umlActor' : ''}`;
  if (isRecord(box))
    return `${styleTextOf(box.shape, box)};startSize=${styleNumber(headOf(box).height)};horizontalStack=0;resizeParent=1;collapsible=0`;
  if (shape === 'plan-board' || shape === 'plan-sheet') return null;
  if (shape === 'icon') {
    exported.drop(box, 'its icon is left out');
    return drawioStyles.rounded;
  }
  const style = styleTextOf(shape, box);
  return isBare(box) && !style.includes(kindKey) ? `${style};${kindKey}=${shape}` : style;
}

/** Such a box would be read as a text or a plain group unless it says its kind. */
const isBare = ({ fill, stroke, border }: Box): boolean => fill === 'none' && (stroke === 'none' || border === 'none');

function looks(stored: Box, { theme }: ExportOptions): (string | false | null)[] {
  const box = theme.isHandDrawn === true ? lettered(stored, theme.font) : stored;
  const { fill, stroke, text } = hexColors(box, theme);
  const size = knownTextSize(box);
  const sizePx = size === 'scale' ? labelLines(box).sizePx : fixedSize(size);
  return [
    fill !== null && box.type !== 'image' && `fillColor=${fill}`,
    stroke !== null && box.type !== 'image' && `strokeColor=${stroke}`,
    text !== null && text !== 'none' && `fontColor=${text}`,
    'strokeWidth' in box && box.strokeWidth !== undefined && `strokeWidth=${styleNumber(box.strokeWidth)}`,
    theme.isHandDrawn === true && 'sketch=1',
    box.border === 'dashed' && 'dashed=1',
    box.border === 'dotted' && 'dashed=1;dashPattern=1 3',
    box.type !== 'text' && takesAlignment(box) && box.textAlign !== undefined && `align=${box.textAlign}`,
    box.type !== 'text' && takesAlignment(box) && box.verticalAlign !== undefined && `verticalAlign=${box.verticalAlign}`,
    `fontSize=${sizePx}`,
    size === 'scale' && `${scaleKey}=scale`,
    fontStyleOf(box) > 0 && `fontStyle=${fontStyleOf(box)}`,
    box.font === 'mono' && 'fontFamily=Courier New',
    box.font === 'serif' && 'fontFamily=Georgia',
    box.font === 'hand' && 'fontFamily=Comic Sans MS',
    box.opacity !== undefined && box.opacity < 1 && `opacity=${styleNumber(box.opacity * 100)}`,
    box.rotation !== undefined && box.rotation !== 0 && `rotation=${styleNumber(box.rotation)}`,
  ];
}

function rowsOf(box: Box, options: ExportOptions): string[] {
  if (box.type === 'table') return tableRows(box);
  if (box.type !== 'shape' || !isRecord(box)) return [];
  const cells: string[] = [];
  const line = lineHeight(fontSizes.sm);
  let y = headOf(box).height;
  for (const [index, lines] of (box.sections ?? []).entries()) {
    const add = (style: string, value: string, height: number): void => {
      const geometry = tag('mxGeometry', { y, width: box.width, height, as: 'geometry' });
      cells.push(tag('mxCell', { id: `${box.id} ${cells.length}`, value, style, parent: box.id, vertex: '1' }, geometry));
      y += height;
    };
    if (index > 0) add('line;strokeWidth=1;fillColor=none;align=left', '', 8);
    const font = looks(box, options).find((part) => typeof part === 'string' && part.startsWith('fontSize'));
    add(
      styleText(['text;align=left;verticalAlign=top;spacingLeft=4', font]),
      lines.join('\n'),
      Math.max(line, lines.length * line),
    );
  }
  return cells;
}

function tableRows({ id, label = '', columns, rows, width, height }: Table): string[] {
  const top = label === '' ? 0 : titleHeight;
  const [rowHeight, cellWidth] = [Math.max(1, (height - top) / (rows.length + 1)), width / columns.length];
  return [columns, ...rows].flatMap((texts, index) => {
    const rowId = `${id} ${index}`;
    const geometry = tag('mxGeometry', { y: top + index * rowHeight, width, height: rowHeight, as: 'geometry' });
    const row = tag('mxCell', { id: rowId, value: '', style: rowStyle, parent: id, vertex: '1' }, geometry);
    const cells = columns.map((_, at) =>
      tag(
        'mxCell',
        { id: `${rowId} ${at}`, value: texts[at] ?? '', style: styleText([cellStyle, index === 0 && 'fontStyle=1']), parent: rowId, vertex: '1' },
        tag('mxGeometry', { x: at * cellWidth, width: cellWidth, height: rowHeight, as: 'geometry' }),
      ),
    ); // prettier-ignore
    return [row, ...cells];
  });
}

const rowStyle = 'shape=tableRow;horizontal=0;startSize=0;swimlaneHead=0;swimlaneBody=0;fillColor=none;';
const cellStyle = 'shape=partialRectangle;connectable=0;fillColor=none;whiteSpace=wrap';
