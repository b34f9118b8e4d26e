/**
 * spacing: the distances that placement keeps where the changeset says none, in pixels.
 *
 * 40 leaves room for an arrow with its head and a short label, and keeps boxes of the usual sizes on a grid of 20.
 */
import { titleHeight } from '../text/label-box.ts';

/** Between an element and the one it is placed beside. */
export const defaultGap = 40;
/** Between the members of a frame that placement puts in slots. */
export const slotGap = 20;
/** Between a frame's border and its members, at the sides and below. */
export const framePadding = 20;
/** Between a frame's top edge and its members: its title and a little air. */
export const frameTop = titleHeight + 8;
