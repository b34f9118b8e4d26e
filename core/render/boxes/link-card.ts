/** A card with a title and the host of its link. */
import type { LinkCard } from '#schema/element.ts';

import { labelBox } from '../../text/label-box.ts';
import { drawnLabel } from '../../text/label-lines.ts';
import { fontSize, lineHeight, titleWeight } from '../../text/sizes.ts';
import { wrapLabel } from '../../text/wrap-lines.ts';
import { linkMarkup, type Markup, emptyMarkup, sequence } from '../markup.ts';
import { inkOf, outlineAttributes, paintOf } from '../paint.ts';
import { penOf } from '../outline-pen.ts';
import type { Scene } from '../scene.ts';
import { emphasisOf, linesIn, textIn } from '../text-block.ts';
import { hostOf } from './host.ts';
import { roundRect } from './round-rect.ts';

const hostSize = 12;

export function linkCard(box: LinkCard, scene: Scene): Markup {
  const { theme } = scene;
  const isPlain = box.fill === undefined || box.fill === 'neutral';
  const { fill, stroke, ink } = paintOf(box, theme);
  const accent = isPlain ? theme.palette.blue.stroke : stroke;
  const inner = labelBox(box);
  const place = { ...inner, x: inner.x + 10, width: Math.max(0, inner.width - 12) };
  const label = drawnLabel(box);
  const font = box.font ?? 'sans';
  const sizePx = fontSize(box.text ?? 'md', label, place, font);
  const host = label === box.url ? '' : hostOf(box.url);
  const hostRoom = host === '' || place.height < lineHeight(sizePx) + lineHeight(hostSize) ? 0 : lineHeight(hostSize);
  const lines = wrapLabel(label, place.width, sizePx, font, titleWeight(box));
  const maxLines = Math.max(1, Math.floor((place.height - hostRoom) / lineHeight(sizePx)));
  const titleRoom = Math.min(lines.length, maxLines) * lineHeight(sizePx);
  const top = place.y + (place.height - titleRoom - hostRoom) / 2;
  const card = sequence([
    penOf(box.id, scene).rect(
      box,
      {
        fill: isPlain ? theme.panel.fill : fill,
        ...outlineAttributes(box, isPlain && box.stroke === undefined ? theme.panel.stroke : stroke, theme.outline),
      },
      8,
    ),
    roundRect({ x: box.x + 6, y: box.y + 8, width: 3, height: Math.max(1, box.height - 16) }, 1.5, {
      fill: accent === 'none' ? theme.palette.blue.stroke : accent,
    }),
    linesIn(
      { ...place, y: top, height: titleRoom },
      lines,
      maxLines,
      label,
      { sizePx, font, weight: titleWeight(box), ink: inkOf(box.textColor, theme) ?? ink, align: 'start', ...emphasisOf(box) },
      scene,
    ),
    hostRoom === 0
      ? emptyMarkup
      : textIn(
          { ...place, y: top + titleRoom, height: hostRoom },
          host,
          { sizePx: hostSize, ink: isPlain ? theme.muted : ink, align: 'start' },
          scene,
        ),
  ]);
  return box.link === undefined ? linkMarkup(box.url, card) : card;
}
