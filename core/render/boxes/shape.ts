/** A shape of any kind with its label. Boards and sheets have files of their own. */
import type { Shape } from '#schema/element.ts';

import { type Markup, node, sequence } from '../markup.ts';
import { isHex } from '../colour.ts';
import { inkOf, outlineAttributes, paintOf } from '../paint.ts';
import { penOf } from '../outline-pen.ts';
import type { Scene } from '../scene.ts';
import { labelOf } from '../text-block.ts';
import { board } from './drawn-board.ts';
import { shapes } from '../../shapes/shape-list.ts';
import { isIcon } from '../../text/icon-figure.ts';
import { isRecord } from '../../text/compartments.ts';
import { icon } from './icon.ts';
import { record } from './record.ts';
import { sheet } from './sheet.ts';

export function shape(box: Shape, scene: Scene): Markup {
  if (box.shape === 'plan-board') return board(box, scene);
  if (box.shape === 'plan-sheet') return sheet(box, scene);
  if (isRecord(box)) return record(box, scene);
  if (isIcon(box)) return icon(box, scene);
  const { fill, stroke, ink } = paintOf(box, scene.theme);
  const border = outlineAttributes(box, stroke, scene.theme.outline);
  // The label of an actor is below the figure, on the background.
  const labelInk = box.shape === 'actor' && isHex(box.fill ?? '') ? (inkOf(box.textColor, scene.theme) ?? scene.theme.ink) : ink;
  const { body, behind = [], lines, solid } = shapes[box.shape].outline(box);
  const pen = penOf(box.id, scene);
  return sequence([
    ...behind.map((path) => pen.path(path, { fill, ...border })),
    typeof body === 'number' ? pen.rect(box, { fill, ...border }, body) : pen.path(body, { fill, ...border }),
    ...(lines === undefined ? [] : [pen.path(lines, { ...border, fill: 'none' })]),
    ...(solid === undefined ? [] : [node('path', { d: solid, fill: stroke })]),
    labelOf(box, { ink: labelInk }, scene),
  ]);
}
