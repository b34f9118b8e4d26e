/** A block of messages in a sequence: its outline, the tag with its kind, and a line above each further section. */
import type { Frame } from '#schema/element.ts';

import { blockTag } from '../../text/block-title.ts';
import { d } from '../../shapes/path-data.ts';
import { type Markup, sequence } from '../markup.ts';
import { inkOf, outlineAttributes, paintOf, strokeOf } from '../paint.ts';
import { penOf } from '../outline-pen.ts';
import type { Scene } from '../scene.ts';
import { textIn } from '../text-block.ts';

const tagCorner = 8;

/** Its inside is left free: it is in front of the lifelines. */
export function block(box: Frame & { readonly block: string }, scene: Scene): Markup {
  const { theme } = scene;
  const { x, y, width, height } = box;
  const paint = paintOf(box, theme);
  const isPlain = box.fill === undefined || box.fill === 'neutral';
  const edge = strokeOf(box.stroke, theme) ?? (isPlain ? theme.muted : paint.stroke);
  const outline = outlineAttributes(box, edge, 1);
  const [tagWidth, tagHeight] = [Math.min(blockTag.width, width), Math.min(blockTag.height, height)];
  const corner = Math.min(tagCorner, tagHeight / 2);
  const tag = d`M${x} ${y}H${x + tagWidth}V${y + tagHeight - corner}L${x + tagWidth - corner} ${y + tagHeight}H${x}Z`;
  const ink = inkOf(box.textColor, theme) ?? (isPlain ? theme.ink : paint.ink);
  const text = { sizePx: 12, ink, weight: 600, align: 'middle', font: box.font ?? 'sans' } as const;
  const breaks = (box.breaks ?? []).filter(({ at }) => at < height);
  const pen = penOf(box.id, scene);
  return sequence([
    pen.rect(box, { fill: 'none', ...outline }, 2),
    pen.path(tag, { fill: isPlain ? theme.background : paint.fill, ...outline }),
    textIn({ x, y: y + (tagHeight - 15) / 2, width: tagWidth - 2, height: 15 }, box.block, text, scene),
    ...breaks.flatMap(({ at, label }) => [
      pen.path(d`M${x} ${y + at}H${x + width}`, { fill: 'none', ...outline, 'stroke-dasharray': '5 4' }),
      ...(label === undefined
        ? []
        : [textIn({ x: x + blockTag.width + 12, y: y + at + 4, width: Math.max(0, width - blockTag.width - 24), height: 15 }, `[${label}]`, { ...text, ink: theme.muted, align: 'start' }, scene)]), // prettier-ignore
    ]),
  ]);
}
