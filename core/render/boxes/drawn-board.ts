/** A board with its columns and their cards (SPEC.md). */
import type { Shape } from '#schema/element.ts';

import { textWidth } from '../../text/width.ts';
import { type Markup, sequence } from '../markup.ts';
import { inkOf, outlineAttributes, paintOf } from '../paint.ts';
import { penOf } from '../outline-pen.ts';
import type { Scene } from '../scene.ts';
import { textIn } from '../text-block.ts';
import { drawCard } from './board-card.ts';
import { type LaidColumn, layBoard } from './board-layout.ts';
import { roundRect } from './round-rect.ts';
import { stripTitle } from './title-strip.ts';

export function board(box: Shape, scene: Scene): Markup {
  const { theme } = scene;
  const { stroke } = paintOf(box, theme);
  const edge = outlineAttributes(
    box,
    box.fill === undefined && box.stroke === undefined ? theme.panel.stroke : stroke,
    theme.outline,
  );
  return sequence([
    penOf(box.id, scene).rect(box, { fill: theme.panel.fill, ...edge }, 10),
    stripTitle(box, inkOf(box.textColor, theme) ?? theme.ink, scene),
    ...layBoard(box, scene.cards).map((column) => drawColumn(column, scene)),
  ]);
}

function drawColumn({ place, column: { name, wipLimit }, cards, visibleCards, more }: LaidColumn, scene: Scene): Markup {
  const { theme } = scene;
  const head = { x: place.x + 10, y: place.y + 6, width: Math.max(0, place.width - 20), height: 20 };
  const count = wipLimit === undefined ? String(cards.length) : `${cards.length} / ${wipLimit}`;
  const isOver = wipLimit !== undefined && cards.length > wipLimit;
  const style = { sizePx: 13, weight: 600, ink: isOver ? theme.palette.red.ink : theme.muted } as const;
  const moreStyle = { sizePx: 12, weight: 600, ink: theme.muted } as const;
  const countWidth = Math.min(head.width, textWidth(count, style.sizePx, 'sans', style.weight) + 1);
  return sequence([
    roundRect(place, 8, { fill: isOver ? theme.palette.red.fill : theme.panel.head }),
    textIn({ ...head, width: Math.max(0, head.width - countWidth - 8) }, name, { ...style, align: 'start' }, scene),
    textIn({ ...head, x: head.x + head.width - countWidth, width: countWidth }, count, { ...style, align: 'end' }, scene),
    ...visibleCards.map((card) => drawCard(card, scene)),
    ...(more === null ? [] : [textIn(more.place, `+${more.count}`, moreStyle, scene)]),
  ]);
}
