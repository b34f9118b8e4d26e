/**
 * title-over: the title of a frame or lane on a ground in the colour of what it stands on, drawn over arrows that cross it.
 *
 * T1  A title stands over arrows unless another box lies on it, in front of its frame: that box hides it.
 */
import type { Box, Frame, Lane } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { overlaps } from '../../tab/rect.ts';
import type { TabView } from '../../tab/view.ts';
import { linkMarkup, type Markup, node, emptyMarkup, sequence } from '../markup.ts';
import type { Scene } from '../scene.ts';
import { frameTitle, groundOf } from './frame.ts';
import { chevronRoom, laneBand, laneTitle } from './lane.ts';
import { roundRect } from './round-rect.ts';
import { titleRect } from './title-strip.ts';

/** The drawn title; null when it has to be drawn with its frame [T1], or there is none. */
export function titleOver(box: Frame | Lane, tab: Pick<TabView, 'boxesIn'>, scene: Scene): (() => Markup) | null {
  const rect = titlePlace(box);
  if (rect === null || (box.rotation ?? 0) % 360 !== 0 || isHidden(rect, box, tab)) return null;
  const ground = box.type === 'frame' ? groundOf(box, scene) : laneBand(box, scene);
  return () => {
    const plate =
      ground === 'none' ? emptyMarkup : roundRect({ ...rect, x: rect.x - 4, width: rect.width + 8 }, 3, { fill: ground });
    const words = box.type === 'frame' ? frameTitle(box, scene) : laneTitle(box, scene);
    return node('g', { opacity: box.opacity === 1 ? undefined : box.opacity }, linkMarkup(box.link, sequence([plate, words])));
  };
}

/** Where the words of the title stand; null when there are none. */
export const titlePlace = (box: Frame | Lane): Rect | null => titleRect(box, box.type === 'lane' ? chevronRoom : 0);

function isHidden(rect: Rect, box: Box, tab: Pick<TabView, 'boxesIn'>): boolean {
  for (const other of tab.boxesIn(rect)) if (other.id !== box.id && overlaps(other, rect) && isInFront(other, box)) return true;
  return false;
}

const isInFront = (a: Box, b: Box): boolean => a.layer !== b.layer || (a.z === b.z ? a.id > b.id : a.z > b.z);
