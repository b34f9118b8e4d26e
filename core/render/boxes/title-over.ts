/** The title of a frame or lane on a backing in the color behind it, drawn over arrows that cross it (SPEC.md). */
import type { Box, Frame, Lane } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { overlaps } from '../../tab/rect.ts';
import type { TabView } from '../../tab/view.ts';
import { isBlock } from '../../arranged/sequence-parts.ts';
import { backingColour } from '../backing-colour.ts';
import { linkMarkup, type Markup, node, emptyMarkup, sequence } from '../markup.ts';
import type { Scene } from '../scene.ts';
import { frameTitle, frameFill } from './frame.ts';
import { chevronRoom, laneTitleFill, laneTitle } from './lane.ts';
import { roundRect } from './round-rect.ts';
import { titleRect } from '../../text/title-line.ts';

/** Draws the title; null if it is drawn with its frame because a box in front hides it, or there is none. */
export function titleOver(box: Frame | Lane, tab: Pick<TabView, 'boxesIn'>, scene: Scene): (() => Markup) | null {
  const rect = titlePlace(box);
  if (rect === null || (box.rotation ?? 0) % 360 !== 0 || isHidden(rect, box, tab)) return null;
  const own = box.type === 'frame' ? frameFill(box, scene) : laneTitleFill(box, scene);
  const fill = isBlock(box) ? backingColour(rect, tab, scene) : own;
  return () => {
    const backing = fill === 'none' ? emptyMarkup : roundRect({ ...rect, x: rect.x - 4, width: rect.width + 8 }, 3, { fill });
    const title = box.type === 'frame' ? frameTitle(box, scene) : laneTitle(box, scene);
    return node('g', { opacity: box.opacity === 1 ? undefined : box.opacity }, linkMarkup(box.link, sequence([backing, title])));
  };
}

/** The rectangle of the title's text; null without text. */
export const titlePlace = (box: Frame | Lane): Rect | null => titleRect(box, box.type === 'lane' ? chevronRoom : 0);

function isHidden(rect: Rect, box: Box, tab: Pick<TabView, 'boxesIn'>): boolean {
  for (const other of tab.boxesIn(rect)) if (other.id !== box.id && overlaps(other, rect) && isInFront(other, box)) return true;
  return false;
}

const isInFront = (a: Box, b: Box): boolean => a.layer !== b.layer || (a.z === b.z ? a.id > b.id : a.z > b.z);
