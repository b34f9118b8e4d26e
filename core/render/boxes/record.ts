/** A class or an entity: its name, and its sections below it. */
import type { Shape } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { type Compartment, compartmentsOf, headOf, lineRoom, lineSizePx, nameSizePx } from '../../text/compartments.ts';
import { lineHeight, titleWeight } from '../../text/sizes.ts';
import { d } from '../../shapes/path-data.ts';
import { type Markup, node, sequence } from '../markup.ts';
import { inkOf, outlineAttributes, paintOf } from '../paint.ts';
import { penOf } from '../outline-pen.ts';
import type { Scene } from '../scene.ts';
import { emphasisOf, textIn } from '../text-block.ts';
import { roundRect } from './round-rect.ts';

const corner = 4;

export function record(box: Shape, scene: Scene): Markup {
  const { theme } = scene;
  const isPlain = box.fill === undefined || box.fill === 'neutral';
  const paint = paintOf(box, theme);
  const ink = inkOf(box.textColor, theme) ?? theme.ink;
  const head = headOf(box);
  const isWhole = head.height >= box.height;
  const headFill = isPlain || paint.fill === 'none' ? theme.panel.head : paint.fill;
  const sections = compartmentsOf(box);
  const rules = sections.map(({ rect }) => d`M${rect.x} ${rect.y}H${rect.x + rect.width}`).join('');
  const name = {
    sizePx: nameSizePx(box),
    ink: isPlain ? ink : paint.ink,
    font: box.font ?? 'sans',
    weight: titleWeight(box),
    ...emphasisOf(box),
  } as const;
  const border = outlineAttributes(box, paint.stroke, theme.outline);
  const pen = penOf(box.id, scene);
  return sequence([
    roundRect(box, corner, { fill: theme.panel.fill }),
    isWhole ? roundRect(box, corner, { fill: headFill }) : node('path', { d: headPath(head), fill: headFill }),
    textIn({ ...head, x: head.x + 8, width: Math.max(0, head.width - 16) }, box.label ?? '', name, scene),
    ...sections.map((section) => linesOf(section, box, ink, scene)),
    ...(rules === '' ? [] : [pen.path(rules, { fill: 'none', ...border })]),
    pen.rect(box, { fill: 'none', ...border }, corner),
  ]);
}

function linesOf(section: Compartment, box: Shape, ink: string, scene: Scene): Markup {
  const { room, count } = lineRoom(section, box);
  const sizePx = lineSizePx(box);
  const step = lineHeight(sizePx);
  const shown = section.lines.slice(0, Math.max(0, count));
  const isCut = shown.length < section.lines.length;
  return sequence(
    shown.flatMap((words, index) =>
      (isCut && index === shown.length - 1 ? [{ text: '…', left: 0 }] : words).map(({ text, left }) => {
        const place = { x: room.x + left, y: room.y + index * step, width: Math.max(0, room.width - left), height: step };
        return oneLine(place, text, { sizePx, ink, align: 'start', font: box.font ?? 'sans' }, scene);
      }),
    ),
  );
}

const oneLine = (place: Rect, text: string, style: Parameters<typeof textIn>[2], scene: Scene): Markup =>
  textIn({ ...place, width: place.width + 0.5 }, text.replaceAll(/\s+/g, ' '), style, scene);

/** Round corners above, square ones below. */
function headPath({ x, y, width, height }: Rect): string {
  const r = Math.min(corner, width / 2, height);
  return d`M${x} ${y + height}V${y + r}A${r} ${r} 0 0 1 ${x + r} ${y}H${x + width - r}A${r} ${r} 0 0 1 ${x + width} ${y + r}V${y + height}Z`;
}
