/**
 * spacing: the default distances of placement, in pixels.
 *
 * 40 leaves room for an arrow with its head and a short label, and keeps boxes of default size on a grid of 20.
 */
import { titleHeight } from '../text/label-box.ts';

/** Between an element and its reference. */
export const defaultGap = 40;
/** Between the slots of a frame. */
export const slotGap = 20;
/** Between a frame's border and its members, at the sides and below. */
export const framePadding = 20;
/** Between a frame's top edge and its members: the title and some space. */
export const frameTop = titleHeight + 8;
