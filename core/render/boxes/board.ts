/**
 * board: a plan board with its columns and the cards that stand in them.
 *
 * B1  A column shows the cards of its status, of the board's types, from the top, as many as it has room for, and how many more
 *     there are.
 * B2  Its head says how many cards it has, and of how many it may have; more than that is red.
 */
import type { BoardColumn, Shape } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import type { CardFace } from '../../plan/card-face.ts';
import { titleHeight } from '../../text/label-box.ts';
import { textWidth } from '../../text/width.ts';
import { type Markup, nothing, sequence } from '../markup.ts';
import { inkOf, outlined, paintOf } from '../paint.ts';
import type { Scene } from '../scene.ts';
import { textIn } from '../text-block.ts';
import { layCard } from './board-card.ts';
import { roundRect } from './round-rect.ts';
import { stripTitle } from './title-strip.ts';

const gap = 12;
const headHeight = 32;
const cardGap = 8;
const cardInset = 8;
const moreHeight = 20;
/** Narrower than this a card says nothing. */
const cardWidthMin = 72;

export function board(box: Shape, scene: Scene): Markup {
  const { theme } = scene;
  const { stroke } = paintOf(box, theme);
  const { types = null, columns = [] } = box.planBoard ?? {};
  const shown = types === null ? null : new Set(types);
  const width = (box.width - gap * (columns.length + 1)) / Math.max(1, columns.length);
  const [top, height] = [box.y + titleHeight + 4, box.height - titleHeight - 4 - gap];
  const drawn = columns.map((column, index) => {
    if (width < 8 || height < 8) return nothing;
    const cards = (scene.cards.get(column.status) ?? []).filter(({ type }) => shown === null || shown.has(type));
    return drawColumn({ x: box.x + gap + index * (width + gap), y: top, width, height }, column, cards, scene);
  });
  const edge = outlined(box, box.fill === undefined && box.stroke === undefined ? theme.panel.stroke : stroke, theme.outline);
  return sequence([
    roundRect(box, 10, { fill: theme.panel.fill, ...edge }),
    stripTitle(box, inkOf(box.textColor, theme) ?? theme.ink, scene),
    ...drawn,
  ]);
}

function drawColumn(place: Rect, { name, wipLimit }: BoardColumn, cards: readonly CardFace[], scene: Scene): Markup {
  const { theme } = scene;
  const head = { x: place.x + 10, y: place.y + 6, width: Math.max(0, place.width - 20), height: 20 };
  const count = wipLimit === undefined ? String(cards.length) : `${cards.length} / ${wipLimit}`;
  const isOver = wipLimit !== undefined && cards.length > wipLimit;
  const style = { sizePx: 13, weight: 600, ink: isOver ? theme.palette.red.ink : theme.muted } as const;
  const counted = Math.min(head.width, textWidth(count, style.sizePx, 'sans', style.weight) + 1);
  return sequence([
    roundRect(place, 8, { fill: isOver ? theme.palette.red.fill : theme.panel.head }),
    textIn({ ...head, width: Math.max(0, head.width - counted - 8) }, name, { ...style, align: 'start' }, scene),
    textIn({ ...head, x: head.x + head.width - counted, width: counted }, count, { ...style, align: 'end' }, scene),
    ...stack(place, cards, scene),
  ]);
}

/** [B1] */
function stack({ x, y, width, height }: Rect, cards: readonly CardFace[], scene: Scene): Markup[] {
  const cardWidth = width - 2 * cardInset;
  if (cardWidth < cardWidthMin) return [];
  const end = y + height - cardInset;
  const drawn: Markup[] = [];
  let at = y + headHeight;
  for (const [index, face] of cards.entries()) {
    const left = cards.length - index;
    const laid = layCard(face, cardWidth, scene);
    if (at + laid.height > end - (left > 1 ? moreHeight : 0)) {
      const more = { x: x + cardInset, y: at, width: cardWidth, height: moreHeight };
      const style = { sizePx: 12, weight: 600, ink: scene.theme.muted } as const;
      if (at + moreHeight <= end + 4) drawn.push(textIn(more, `+${left}`, style, scene));
      return drawn;
    }
    drawn.push(laid.draw(x + cardInset, at));
    at += laid.height + cardGap;
  }
  return drawn;
}
