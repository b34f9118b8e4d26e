/** A card in a column of a board: labels, title, number, due date and assignee. */
import type { Rect } from '#schema/tab.ts';

import { firstCharacters } from '../../notation/characters.ts';
import type { CardFace } from '../../board/card-face.ts';
import { lineHeight } from '../../text/sizes.ts';
import { textWidth } from '../../text/width.ts';
import { wrapLabel } from '../../text/wrap-lines.ts';
import { inkOn } from '../colour.ts';
import { type Markup, node, emptyMarkup, sequence } from '../markup.ts';
import { d } from '../../shapes/path-data.ts';
import type { Scene } from '../scene.ts';
import { linesIn, textIn } from '../text-block.ts';
import type { Theme } from '../theme.ts';
import { roundRect } from './round-rect.ts';

const padding = 9;
const titleSize = 13;
const titleLines = 3;
const smallSize = 11;
const chip = { height: 16, gap: 4, padding: 6 };
const footHeight = 20;
const avatar = 10;

/** The title of a card wrapped to a width, and the height of the card. */
export type CardLines = { readonly lines: readonly string[]; readonly height: number };

export function layCard({ title, labels }: CardFace, width: number): CardLines {
  const lines = wrapLabel(title, innerWidth(width), titleSize, 'sans', 600);
  const height = padding + labelsHeight(labels) + titleHeight(lines) + 4 + footHeight + padding - 3;
  return { lines, height };
}

export function drawCard({ face, place: { x, y, width, height }, lines: { lines } }: PlacedCard, scene: Scene): Markup {
  const { theme } = scene;
  const [left, inner] = [x + padding + 3, innerWidth(width)];
  const titleTop = y + padding + labelsHeight(face.labels);
  const title = { x: left, y: titleTop, width: inner, height: titleHeight(lines) };
  const style = { sizePx: titleSize, weight: 600, ink: theme.ink, align: 'start', verticalAlign: 'top' } as const;
  const foot = { x: left, y: titleTop + title.height + 4, width: inner, height: footHeight };
  return sequence([
    roundRect({ x, y, width, height }, 6, { fill: theme.panel.fill, stroke: theme.panel.stroke, 'stroke-width': 1 }),
    roundRect({ x: x + 5, y: y + 7, width: 3, height: height - 14 }, 1.5, { fill: face.color ?? theme.muted }),
    chips({ x: left, y: y + padding, width: inner, height: chip.height }, face.labels, scene),
    linesIn(title, lines, shownLines(lines), face.title, style, scene),
    footOf(foot, face, scene),
  ]);
}

type PlacedCard = { readonly face: CardFace; readonly place: Rect; readonly lines: CardLines };

const innerWidth = (width: number): number => Math.max(0, width - 2 * padding - 3);
const shownLines = (lines: readonly string[]): number => Math.min(lines.length, titleLines);
const titleHeight = (lines: readonly string[]): number => shownLines(lines) * lineHeight(titleSize);
const labelsHeight = (labels: readonly string[]): number => (labels.length === 0 ? 0 : chip.height + 5);

/** The labels that fit, and the number of the others. */
function chips(row: Rect, labels: readonly string[], scene: Scene): Markup {
  const { panel, muted } = scene.theme;
  const drawn: Markup[] = [];
  let x = row.x;
  for (const [index, label] of labels.entries()) {
    const more = labels.length - index;
    const left = row.x + row.width - x;
    const room = more > 1 ? left - 24 : left;
    const width = Math.min(textWidth(label, smallSize) + 2 * chip.padding, index === 0 ? room : Infinity);
    if (width > room || width < 2 * chip.padding) {
      const rest = { x, y: row.y, width: left, height: row.height };
      drawn.push(textIn(rest, `+${more}`, { sizePx: smallSize, ink: muted, align: 'start' }, scene));
      break;
    }
    const place = { x, y: row.y, width, height: row.height };
    const words = { ...place, x: x + chip.padding, width: width - 2 * chip.padding + 0.5 };
    drawn.push(
      roundRect(place, chip.height / 2, { fill: panel.head }),
      textIn(words, label, { sizePx: smallSize, ink: muted, align: 'start' }, scene),
    );
    x += width + chip.gap;
  }
  return sequence(drawn);
}

function footOf(row: Rect, { key, due, estimate, comments, priority, flagged, assignee }: CardFace, scene: Scene): Markup {
  const { theme } = scene;
  const commentCount = comments === 0 ? null : `${comments} ${comments === 1 ? 'comment' : 'comments'}`;
  const words = [`#${key}`, due === null ? null : `due ${due}`, estimate === null ? null : `${estimate} pt`, commentCount];
  const marks = (priority === undefined ? 0 : 12) + (flagged ? 13 : 0);
  const right = row.x + row.width;
  const taken = assignee === null ? 0 : 2 * avatar + 4;
  const text = { ...row, x: row.x + marks, width: Math.max(0, row.width - marks - taken) };
  const middle = row.y + row.height / 2;
  return sequence([
    priority === undefined ? emptyMarkup : node('circle', { cx: row.x + 4, cy: middle, r: 4, fill: urgency(priority, theme) }),
    flagged ? flag(row.x + marks - 13, middle, theme) : emptyMarkup,
    textIn(
      text,
      words.filter((part) => part !== null).join('  ·  '),
      { sizePx: smallSize, ink: theme.muted, align: 'start' },
      scene,
    ),
    assignee === null ? emptyMarkup : face(right - avatar, middle, assignee, scene),
  ]);
}

function urgency(priority: NonNullable<CardFace['priority']>, { palette, muted }: Theme): string {
  const slots = { urgent: palette.red.stroke, high: palette.orange.stroke, medium: palette.yellow.stroke, low: muted };
  return slots[priority];
}

const flag = (x: number, middle: number, { palette }: Theme): Markup =>
  node('path', {
    d: d`M${x} ${middle + 6}V${middle - 6}H${x + 9}L${x + 6} ${middle - 3}L${x + 9} ${middle}H${x}`,
    fill: palette.red.stroke,
    stroke: palette.red.stroke,
    'stroke-width': 1,
  });

function face(x: number, y: number, { name, color }: NonNullable<CardFace['assignee']>, scene: Scene): Markup {
  const place = { x: x - avatar, y: y - avatar, width: 2 * avatar, height: 2 * avatar };
  return sequence([
    node('circle', { cx: x, cy: y, r: avatar, fill: color }, node('title', {}, name)),
    linesIn(place, [initials(name)], 1, name, { sizePx: 9, weight: 600, ink: inkOn(color) }, scene),
  ]);
}

/** The first letters of the first and the last word. */
function initials(name: string): string {
  const words = name.split(/\s/u).filter((word) => word !== '');
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word = '') => firstCharacters(word, 1))
    .join('')
    .toUpperCase();
}
