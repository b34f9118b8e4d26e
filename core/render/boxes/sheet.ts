/** A sheet on a tab: its title above a grid with letters, row numbers and cells. A number is never cut. */
import type { FaceCell, SheetFace } from '#core/sheet/face.ts';
import type { Shape } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { titleHeight } from '../../text/label-box.ts';
import { type Markup, node, emptyMarkup, sequence } from '../markup.ts';
import { d } from '../../shapes/path-data.ts';
import { lineHeight } from '../../text/sizes.ts';
import { textWidth } from '../../text/width.ts';
import { legibleOn } from '../colour.ts';
import { inkOf, outlineAttributes, paintOf } from '../paint.ts';
import { penOf } from '../outline-pen.ts';
import type { Scene } from '../scene.ts';
import { linesIn, textIn } from '../text-block.ts';
import { roundRect } from './round-rect.ts';
import { stripTitle } from './title-strip.ts';

const head = { height: 26, width: 36 };
/** For an unavailable sheet: as many empty cells as there is room for. */
const blank: SheetFace = {
  title: '',
  cols: Array.from({ length: 26 }, (_, index) => ({ name: String.fromCharCode(65 + index), px: 96 })),
  rows: Array.from({ length: 60 }, (_, index) => ({ name: String(index + 1), px: 26 })),
  frozen: { rows: 0, cols: 0 },
  cells: [],
};

export function sheet(box: Shape, scene: Scene): Markup {
  const { theme } = scene;
  const { stroke } = paintOf(box, theme);
  const edge = outlineAttributes(
    box,
    box.fill === undefined && box.stroke === undefined ? theme.panel.stroke : stroke,
    theme.outline,
  );
  const face = scene.sheet(box.planSheet?.sheetId ?? '') ?? blank;
  const titledBox = (box.label ?? '').trim() === '' && face.title !== '' ? { ...box, label: face.title } : box;
  const hasRoom = box.height > titleHeight + head.height * 2 && box.width > head.width + 60;
  return sequence([
    roundRect(box, 6, { fill: theme.panel.fill }),
    hasRoom ? grid(box, face, scene) : emptyMarkup,
    stripTitle(titledBox, inkOf(box.textColor, theme) ?? theme.ink, scene),
    penOf(box.id, scene).rect(box, { fill: 'none', ...edge }, 6),
  ]);
}

function grid(box: Shape, face: SheetFace, scene: Scene): Markup {
  const { theme } = scene;
  const top = box.y + titleHeight + head.height;
  const [far, low] = [box.x + box.width, box.y + box.height];
  // The lines between columns and rows, as far as whole ones fit; the columns share the rest of the width.
  const across = stretched(edges(box.x + head.width, face.cols, far), far);
  const down = edges(top, face.rows, low);
  const hasMore = down.length - 1 < face.rows.length;
  const [right, bottom] = [across.at(-1) ?? far, hasMore ? low : (down.at(-1) ?? low)];
  const rules = [...across.map((x) => d`M${x} ${top - head.height}V${bottom}`), ...down.map((y) => d`M${box.x} ${y}H${right}`)];
  const style = { sizePx: 12, ink: theme.muted } as const;
  const header = (rect: Rect, text: string): Markup => linesIn(rect, [text], 1, '', style, scene);
  const { frozen } = face;
  const thick = [
    ...(frozen.rows > 0 && down[frozen.rows] !== undefined ? [d`M${box.x} ${down[frozen.rows] ?? 0}H${right}`] : []),
    ...(frozen.cols > 0 && across[frozen.cols] !== undefined
      ? [d`M${across[frozen.cols] ?? 0} ${top - head.height}V${bottom}`]
      : []),
  ];
  return sequence([
    node('rect', { x: box.x, y: top - head.height, width: right - box.x, height: head.height, fill: theme.panel.head }),
    node('path', {
      d: d`M${box.x} ${top - head.height}H${right}${rules.join('')}`,
      fill: 'none',
      stroke: theme.panel.stroke,
      'stroke-width': 1,
    }),
    ...face.cols.slice(0, across.length - 1).map(({ name }, index) => header({ x: across[index] ?? 0, y: top - head.height, width: (across[index + 1] ?? 0) - (across[index] ?? 0), height: head.height }, name)),
    ...face.rows.slice(0, down.length - 1).map(({ name, px }, index) => header({ x: box.x, y: down[index] ?? 0, width: head.width, height: px }, name)),
    ...face.cells.map((cell) => drawCell(cell, across, down, scene)),
    thick.length === 0 ? emptyMarkup : node('path', { d: thick.join(''), fill: 'none', stroke: theme.muted, 'stroke-width': 2 }),
  ]); // prettier-ignore
}

/** The start, and the end of each row or column that fits before the limit. */
function edges(start: number, lines: readonly { readonly px: number }[], limit: number): number[] {
  const positions = [start];
  let at = start;
  for (const { px } of lines) {
    at += px;
    if (at > limit) break;
    positions.push(at);
  }
  return positions;
}

/** The same lines, scaled so that the last is at the limit. */
function stretched(positions: readonly number[], limit: number): number[] {
  const [start = 0, last = start] = [positions[0], positions.at(-1)];
  const factor = last > start ? (limit - start) / (last - start) : 1;
  return positions.map((at) => start + (at - start) * factor);
}

function drawCell(
  { row, col, rows, cols, text: whole, narrower, align, format }: FaceCell,
  across: readonly number[],
  down: readonly number[],
  scene: Scene,
): Markup {
  const { theme } = scene;
  const [x, y] = [across[col], down[row]];
  if (x === undefined || y === undefined || col >= across.length - 1 || row >= down.length - 1) return emptyMarkup;
  const right = across[Math.min(col + cols, across.length - 1)] ?? x;
  const bottom = down[Math.min(row + rows, down.length - 1)] ?? y;
  const rect = { x, y, width: right - x, height: bottom - y };
  const isMerged = rows * cols > 1;
  const fill = format.bg ?? (isMerged ? theme.panel.fill : null);
  const room = { x: x + 6, y: y + 2, width: Math.max(0, rect.width - 12), height: Math.max(0, rect.height - 4) };
  const style = {
    sizePx: 13,
    ink: format.fc ?? (format.bg === undefined ? theme.ink : legibleOn(format.bg, theme.ink)),
    align: align === 'left' ? 'start' : align === 'right' ? 'end' : 'middle',
    weight: format.b === true ? 600 : 400,
  } as const;
  const fits = (candidate: string): boolean => textWidth(candidate, style.sizePx, 'sans', style.weight) <= room.width;
  const text = narrower === null || fits(whole) ? whole : (narrower.find(fits) ?? narrower.at(-1) ?? whole);
  const isWrapped = format.wr === true && narrower === null;
  const verticalAlign = format.va === 'top' || format.wr === true ? 'top' : 'middle';
  const step = lineHeight(style.sizePx);
  const oneLine = { ...room, y: verticalAlign === 'top' ? room.y : room.y + (room.height - step) / 2, height: step };
  const shownText = isWrapped ? text : text.replaceAll(/\s+/g, ' ');
  const content =
    shownText === '' ? emptyMarkup : textIn(isWrapped ? room : oneLine, shownText, { ...style, verticalAlign }, scene);
  const lines = [format.u === true ? 'underline' : '', format.st === true ? 'line-through' : '']
    .filter((line) => line !== '')
    .join(' ');
  const look = { 'font-style': format.i === true ? 'italic' : undefined, 'text-decoration': lines === '' ? undefined : lines };
  return sequence([
    fill === null ? emptyMarkup : node('rect', { ...rect, fill, stroke: theme.panel.stroke, 'stroke-width': 1 }),
    format.i === true || lines !== '' || text !== whole
      ? node('g', look, text === whole ? emptyMarkup : node('title', {}, whole), content)
      : content,
  ]);
}
